/** One expression as log queries have it, and DuckDB's SQL for the same value, as an engineer writes it who knows these rows. */
export interface Pair {
  readonly googleSql: string;
  readonly handWritten: string;
}

/** The rows that all expressions read, by GoogleSQL and by hand. */
export const ROWS: Pair = {
  googleSql: `
    SELECT t.id, t.timestamp, t.event_message, request.method, request.path, request.search, response.status_code,
      response.origin_time
    FROM edge_logs AS t
    CROSS JOIN UNNEST(t.metadata) AS m
    CROSS JOIN UNNEST(m.request) AS request
    CROSS JOIN UNNEST(m.response) AS response`,
  handWritten: `
    SELECT id, timestamp, event_message, metadata.request.method, metadata.request.path, metadata.request.search,
      metadata.response.status_code, metadata.response.origin_time
    FROM edge_logs
    WHERE metadata.there AND metadata.request.there AND metadata.response.there`,
};

/** What dashboards and log explorers make of a request, one of each kind. */
export const TYPICAL: readonly Pair[] = [
  { googleSql: 'TIMESTAMP_TRUNC(timestamp, HOUR)', handWritten: `date_trunc('hour', timestamp)` },
  { googleSql: 'DATE(timestamp)', handWritten: 'CAST(timestamp AS DATE)' },
  { googleSql: 'EXTRACT(HOUR FROM timestamp)', handWritten: 'hour(timestamp)' },
  { googleSql: 'UNIX_MILLIS(timestamp)', handWritten: 'epoch_ms(timestamp)' },
  {
    googleSql: `FORMAT_TIMESTAMP('%Y-%m-%d %H:%M', timestamp)`,
    handWritten: `strftime(timestamp, '%Y-%m-%d %H:%M')`,
  },
  {
    googleSql: 'timestamp >= TIMESTAMP "2026-01-01"',
    handWritten: `timestamp >= TIMESTAMPTZ '2026-01-01 00:00:00+00'`,
  },
  { googleSql: 'LOWER(method)', handWritten: 'lower(method)' },
  { googleSql: `CONCAT(method, ' ', path)`, handWritten: `method || ' ' || path` },
  { googleSql: 'SUBSTR(event_message, 1, 40)', handWritten: 'substr(event_message, 1, 40)' },
  { googleSql: 'LENGTH(event_message)', handWritten: 'length(event_message)' },
  { googleSql: `STARTS_WITH(path, '/rest/')`, handWritten: `starts_with(path, '/rest/')` },
  { googleSql: `path LIKE '%/object/%'`, handWritten: `path LIKE '%/object/%'` },
  { googleSql: `REGEXP_CONTAINS(path, r'^/auth/v[0-9]+/')`, handWritten: `regexp_matches(path, '^/auth/v[0-9]+/')` },
  { googleSql: `SPLIT(path, '/')[SAFE_OFFSET(1)]`, handWritten: `string_split(path, '/')[2]` },
  { googleSql: `IFNULL(search, '')`, handWritten: `ifnull(search, '')` },
  { googleSql: 'CAST(status_code AS STRING)', handWritten: 'CAST(status_code AS VARCHAR)' },
  {
    googleSql: `CASE WHEN status_code >= 500 THEN 'error' WHEN status_code >= 400 THEN 'warning' ELSE 'ok' END`,
    handWritten: `CASE WHEN status_code >= 500 THEN 'error' WHEN status_code >= 400 THEN 'warning' ELSE 'ok' END`,
  },
  { googleSql: 'IF(status_code IN (200, 304), 1, 0)', handWritten: 'if(status_code IN (200, 304), 1, 0)' },
  { googleSql: 'DIV(status_code, 100) * 100', handWritten: 'status_code // 100 * 100' },
  { googleSql: 'ROUND(origin_time / 3, 2)', handWritten: 'round(origin_time / 3, 2)' },
];

/** Numbers within texts of JSON, which are read with care: DuckDB takes other texts for JSON than GoogleSQL does. */
export const CASTS: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (key) => `CAST(JSON_VALUE(event_message, '$.${key}') AS INT64)`,
);
