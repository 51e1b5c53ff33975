import { parse } from '../grammar/parse.js';
import { isLeakproof } from './leakproof.js';

const LOGS = [
  {
    name: 'logs',
    columns: [
      { name: 'timestamp', type: 'TIMESTAMP' },
      { name: 'message', type: 'STRING' },
      { name: 'metadata', type: 'ARRAY<STRUCT<level STRING, status INT64, tags ARRAY<STRING>>>' },
    ],
  },
];

const isProof = (sql: string, queries = LOGS) => isLeakproof(parse(sql), queries);

describe('a query of which nothing can fail', () => {
  it.each([
    'SELECT * FROM logs',
    'SELECT id, l.message AS m FROM logs AS l ORDER BY timestamp DESC LIMIT 100',
    "SELECT COUNT(*) AS n FROM logs WHERE message LIKE '%error%' AND NOT (status >= 500 OR level IS NULL)",
    "SELECT message FROM logs, UNNEST(metadata) AS m LEFT JOIN UNNEST(m.tags) AS t ON TRUE WHERE t IN ('a', 'b')",
    'SELECT TIMESTAMP_TRUNC(timestamp, HOUR) AS hour, COUNT(1) AS n FROM logs GROUP BY hour HAVING COUNT(1) > 1 ORDER BY hour',
    'SELECT 1 AS x FROM logs WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)',
    "SELECT 1 AS x FROM logs WHERE timestamp BETWEEN TIMESTAMP '2026-11-20' AND CURRENT_TIMESTAMP() AND status = -1",
    "SELECT DISTINCT level FROM logs WHERE REGEXP_CONTAINS(message, 'GET|POST') AND STARTS_WITH(message, 'a')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, r'^\\d+\\.')",
    "SELECT 1 AS x FROM logs WHERE timestamp > '2026-11-20T10:00:00Z' OR timestamp < '2026-11-20 10:00:00.5+02:00'",
    "SELECT 1 AS x FROM logs WHERE message LIKE 'user_id=%' OR message LIKE '%user\\\\_id%' OR message LIKE '%a%b%c%d'",
    `SELECT 1 AS x FROM logs WHERE message LIKE '${'a'.repeat(98)}' AND REGEXP_CONTAINS(message, '${'b'.repeat(98)}')`,
    "SELECT 1 AS x FROM logs WHERE message = '10:00:00 Europe/Paris' OR message LIKE '%\\\\_%'",
  ])('is %s', (sql) => {
    expect(isProof(sql)).toBe(true);
  });

  it.each([
    'SELECT 1 / status AS x FROM logs',
    'SELECT status + 1 AS x FROM logs',
    'SELECT SUM(status) AS x FROM logs',
    'SELECT tags[OFFSET(0)] AS x FROM logs',
    'SELECT CAST(message AS INT64) AS x FROM logs',
    'SELECT LOWER(message) AS x FROM logs',
    'SELECT 1 AS x FROM logs WHERE message LIKE level',
    "SELECT 1 AS x FROM logs WHERE message LIKE '%_%_%_%#'",
    "SELECT 1 AS x FROM logs WHERE message LIKE '%a%b_%'",
    "SELECT 1 AS x FROM logs WHERE message NOT LIKE '%a%b\\\\%'",
    `SELECT 1 AS x FROM logs WHERE message LIKE '${'a'.repeat(99)}' AND NOT REGEXP_CONTAINS(message, '${'b'.repeat(98)}')`,
    `SELECT COUNTIF(${Array.from({ length: 60 }, () => "message LIKE '%a%'").join(' OR ')}) AS n FROM logs`,
    'SELECT 1 AS x FROM logs WHERE message LIKE ANY (level)',
    'SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, level)',
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, '(')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, '(?=a)')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, '\u2028|(?=a)')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, 'a\u00a0b')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, '\\?')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, 'a{2000}')",
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, '''*a''')",
    'SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, r"""?""")',
    "SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(message, b'(')",
    'SELECT 1 AS x FROM logs WHERE REGEXP_CONTAINS(LOWER(message), r"a")',
    "SELECT 1 AS x FROM logs WHERE message = 'a' AND b'a' LIKE b'\\\\'",
    "SELECT 1 AS x FROM logs WHERE message LIKE rb'a'",
    "SELECT 1 AS x FROM logs WHERE STARTS_WITH(b'a', b'b')",
    "SELECT 1 AS x FROM logs WHERE timestamp > '9999-12-31 23:59:59 America/New_York'",
    "SELECT 1 AS x FROM logs WHERE timestamp > '9999-12-31 23:59:59 \\x41merica/New_York'",
    "SELECT 1 AS x FROM logs WHERE timestamp IN (TIMESTAMP '0001-01-01 00:00:00 Asia/Tokyo')",
    'SELECT 1 AS x FROM logs WHERE timestamp > TIMESTAMP_SUB(timestamp, INTERVAL 1 DAY)',
    'SELECT 1 AS x FROM logs WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 99999999 DAY)',
    'SELECT 1 AS x FROM logs WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL status DAY)',
    'SELECT TIMESTAMP_TRUNC(timestamp, YEAR) AS x FROM logs',
    'SELECT 1 AS x FROM logs WHERE status = @n',
    'SELECT 1 AS x FROM logs WHERE status IN (SELECT 1)',
    'SELECT 1 AS x FROM logs WHERE status IN UNNEST(numbers)',
    'SELECT (SELECT 1) AS x FROM logs',
    'SELECT 1 AS x FROM logs JOIN logs AS l ON l.id = logs.id',
    'SELECT 1 AS x FROM logs, UNNEST([1 / 0]) AS y',
    'SELECT 1 AS x FROM logs LEFT JOIN UNNEST(tags) AS t ON t = message',
    'SELECT ROW_NUMBER() OVER (ORDER BY 1 / status) AS x FROM logs',
    'SELECT 1 AS x FROM logs GROUP BY ROLLUP (message)',
    'SELECT 1 AS x FROM (SELECT * FROM logs)',
    'WITH a AS (SELECT 1 AS x) SELECT x FROM a',
    'SELECT 1 AS x UNION ALL SELECT 2',
    'FROM logs |> WHERE TRUE',
    'SELECT * REPLACE (1 / status AS status) FROM logs',
    'SELECT IF(status = 1, 2, 3) AS x FROM logs',
  ])('is not %s', (sql) => {
    expect(isProof(sql)).toBe(false);
  });

  it('compares values of types that are compared as they are', () => {
    for (const type of ['DATE', 'DATETIME', 'NUMERIC', 'JSON', 'BYTES', 'ARRAY<STRUCT<d DATE>>']) {
      const queries = [...LOGS, { name: 'other', columns: [{ name: 'c', type }] }];
      expect([type, isProof('SELECT * FROM logs', queries)]).toEqual([type, false]);
    }
  });
});
