/** The project whose rows are asked for: the largest one of the sample logs. */
export const PROJECT = 'demo';
/** Number of the newest rows that are asked for. */
export const NEWEST = 100;

/** The query behind the hits: Quern runs it, and others read its rows from a file. */
const COUNTS_SELECT = (moment: string, numbers: string) => `
  SELECT
    ${moment} AS timestamp,
    MOD(n * 7919, 1000) AS total_rest_requests,
    MOD(n * 104729, 500) AS total_storage_requests,
    MOD(n * 1299709, 200) AS total_auth_requests,
    MOD(n * 15485863, 90) AS total_realtime_requests
  FROM ${numbers}
  ORDER BY timestamp`;

/** The query in DuckDB's SQL, which makes that file. */
export function countsFile(rows: number): string {
  return COUNTS_SELECT(`TIMESTAMPTZ '2026-11-01 00:00:00Z' + to_minutes(n)`, `range(1, ${rows} + 1) AS numbers(n)`);
}

const CACHED = `
id: 0b6f3a52-3c1e-4d0e-9b57-2a4c1f8e7d01
name: peers.cached
parameters:
  rows: { type: integer, required: true }
max_rows: 10000
caching: 3600
query: |${COUNTS_SELECT(`TIMESTAMP_ADD(TIMESTAMP '2026-11-01 00:00:00', INTERVAL n MINUTE)`, 'UNNEST(GENERATE_ARRAY(1, @rows)) AS n')}
`;

const NEWEST_FILE = `
id: 0b6f3a52-3c1e-4d0e-9b57-2a4c1f8e7d02
name: peers.newest
parameters:
  project: { type: string, required: true }
caching: disabled
query: |
  SELECT id, timestamp, event_message, metadata
  FROM edge_logs
  WHERE project = @project
  ORDER BY timestamp DESC, id
  LIMIT ${NEWEST}
`;

const COUNTS_FILE = `
id: 0b6f3a52-3c1e-4d0e-9b57-2a4c1f8e7d03
name: peers.counts
parameters:
  project: { type: string, required: true }
caching: disabled
query: |
  SELECT TIMESTAMP_TRUNC(logs.timestamp, DAY) AS day, COUNT(*) AS requests,
    COUNTIF(request.path LIKE '%/rest%') AS rest, COUNTIF(request.path LIKE '%/auth%') AS auth
  FROM edge_logs AS logs
  CROSS JOIN UNNEST(logs.metadata) AS m
  CROSS JOIN UNNEST(m.request) AS request
  WHERE logs.project = @project AND request.path IS NOT NULL
  GROUP BY day
  ORDER BY day
`;

/** Quern's endpoint files. */
export const ENDPOINTS = { cached: CACHED, newest: NEWEST_FILE, counts: COUNTS_FILE } as const;

/** The query of a DuckDB engineer: the hundred rows are found by narrow columns, and the wide one is read for those alone. */
export function handWrittenNewest(table: string, project: string): string {
  return `
    WITH newest AS (
      SELECT id, timestamp FROM ${table} WHERE project = ${project} ORDER BY timestamp DESC, id LIMIT ${NEWEST}
    )
    SELECT id, timestamp, event_message, metadata
    FROM ${table} SEMI JOIN newest USING (timestamp, id)
    ORDER BY timestamp DESC, id`;
}

export function handWrittenCounts(table: string, project: string): string {
  return `
    SELECT date_trunc('day', timestamp) AS day, count(*) AS requests,
      count(*) FILTER (request.path LIKE '%/rest%') AS rest, count(*) FILTER (request.path LIKE '%/auth%') AS auth
    FROM (SELECT timestamp, metadata[1].request[1] AS request FROM ${table} WHERE project = ${project})
    WHERE request.path IS NOT NULL
    GROUP BY day
    ORDER BY day`;
}
