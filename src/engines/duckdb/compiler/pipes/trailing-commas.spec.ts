import { useDuckDb } from '../../../../../test/support/duckdb.js';

const T = 'FROM (SELECT 1 AS i, 2 AS k)';

describe('a comma at the end of a list', () => {
  const database = useDuckDb();

  it.each([
    'WITH a AS (SELECT 1 AS x), SELECT x FROM a',
    'WITH RECURSIVE a AS (SELECT 1 AS x), b AS (SELECT 1), SELECT x FROM a',
    `SELECT i ${T} GROUP BY i,`,
    `SELECT i ${T} ORDER BY i,`,
    `SELECT i IN (1, 2,) ${T}`,
    'SELECT STRUCT(1, 2,)',
    'SELECT STRUCT<INT64,>(1)',
    'SELECT ARRAY<STRUCT<a INT64,>>[]',
    `SELECT RANK() OVER w ${T} WINDOW w AS (ORDER BY k),`,
    `SELECT * EXCEPT (i,) ${T}`,
    `SELECT * REPLACE (1 AS i,) ${T}`,
    `SELECT * ${T} PIVOT(SUM(i) FOR k IN (2,))`,
    `SELECT * ${T} PIVOT(SUM(i), FOR k IN (2))`,
    `SELECT * ${T} UNPIVOT(v FOR n IN (i, k,))`,
    `${T} |> WHERE TRUE, |> LIMIT 1`,
    `${T} |> LIMIT 1, |> LIMIT 2`,
    `${T} |> AS x, |> LIMIT 2`,
  ])('is refused: %s', async (sql) => {
    const column = sql.search(/,(?=>|\)| SELECT x| FOR| \|>|$)/) + 1;
    expect(await database.refusal(sql)).toBe(
      `1:${column} syntax error: unexpected ","; nothing of the list follows it, so leave it out`,
    );
  });

  it.each([
    `SELECT i, k, ${T}`,
    'SELECT 1, UNION ALL SELECT 1,',
    'SELECT EXISTS(SELECT 1,)',
    `${T} |> SELECT i, |> LIMIT 1`,
    `${T} |> EXTEND i AS j, |> LIMIT 1`,
    `${T} |> SET i = 2, |> LIMIT 1`,
    `${T} |> DROP i, |> LIMIT 1`,
    `${T} |> RENAME i AS j, |> LIMIT 1`,
    `${T} |> AGGREGATE COUNT(*), GROUP BY i, |> LIMIT 1`,
    `${T} |> ORDER BY i, |> LIMIT 1`,
    `${T} |> UNION ALL (${T}), |> LIMIT 1`,
    `${T} |> WITH a AS (SELECT 1), |> LIMIT 1`,
  ])('is taken: %s', async (sql) => {
    expect(await database.refusal(sql)).toBe('not refused');
  });
});
