/** The columns of a log as people export it; each row has about 300 bytes of JSON. */
export const COLUMNS = [
  { name: 'id', type: 'INT64' },
  { name: 'timestamp', type: 'TIMESTAMP' },
  { name: 'path', type: 'STRING' },
  { name: 'status', type: 'INT64' },
  { name: 'seconds', type: 'FLOAT64' },
  { name: 'tags', type: 'ARRAY<STRING>' },
] as const;

/** A query for rows of that log, in GoogleSQL. */
export function logsQuery(rows: number): string {
  return `
    SELECT n AS id, TIMESTAMP_ADD(TIMESTAMP '2026-11-01', INTERVAL n * 1234567 MICROSECOND) AS timestamp,
      CONCAT('/rest/v1/', CAST(MOD(n * 7919, 997) AS STRING)) AS path, MOD(n, 5) * 100 + 100 AS status,
      n / 1024 AS seconds, IF(MOD(n, 3) = 0, ['slow', CAST(MOD(n, 50) AS STRING)], []) AS tags
    FROM UNNEST(GENERATE_ARRAY(1, ${rows})) AS n ORDER BY n`;
}

/** A query for the same rows, in DuckDB's SQL. */
export function handWrittenQuery(rows: number): string {
  return `
    SELECT n AS id, TIMESTAMPTZ '2026-11-01 00:00:00+00' + to_microseconds(n * 1234567) AS timestamp,
      '/rest/v1/' || ((n * 7919) % 997) AS path, (n % 5) * 100 + 100 AS status,
      n / 1024 AS seconds, CASE WHEN n % 3 = 0 THEN ['slow', CAST(n % 50 AS VARCHAR)] ELSE [] END AS tags
    FROM range(1, ${rows + 1}) AS t(n) ORDER BY n`;
}
