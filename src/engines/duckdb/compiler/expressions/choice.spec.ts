import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('a query in a branch of CASE or IF that is not taken', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ a: 0, b: 0, s: 'x', l: [1, 0] }, { a: 1, b: 10, s: '7', l: [2] }, { a: 2, b: 20, s: 'y' }),
    't.schema.json': schemaOf('a INT64, b INT64, s STRING, l INT64[]'),
  });
  const column = async (sql: string, rest = 'ORDER BY a') =>
    (await database.rows(`SELECT ${sql} FROM t ${rest}`)).flat();

  it.each<[string, unknown[]]>([
    ['IF(a > 0, (SELECT SUM(1 / x) FROM UNNEST(l) AS x), -1)', [-1, 0.5, null]],
    ['IF(a < 5, a, (SELECT SUM(1 / a) FROM t))', [0, 1, 2]],
    ['CASE a WHEN 0 THEN -1 WHEN 1 THEN (SELECT CAST(s AS INT64)) ELSE (SELECT 60 / COUNT(*) FROM t) END', [-1, 7, 20]],
    ['CASE WHEN a = 0 THEN 0 WHEN 1 / a > 0.7 THEN (SELECT 1 / (2 - t.a)) END', [0, 1, null]],
    ['CASE WHEN a IS NULL THEN (SELECT CAST(s AS INT64)) WHEN NULL THEN (SELECT 1 / 0) ELSE a END', [0, 1, 2]],
    // Its own rows are not there, wherever they come from, and no group of them either.
    ['IF(a > 5, (SELECT 1 / COUNT(*) FROM t WHERE b > 100), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT MAX(1 / COUNT(*)) OVER () FROM t WHERE b > 100 HAVING COUNT(*) = 0), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT 1 / COUNT(*) FROM t WHERE FALSE GROUP BY ROLLUP(b)), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT COUNT(*) FROM t WHERE 1 / a > 0), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT MAX(x) FROM (SELECT 1 / a AS x FROM t)), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT 1 / a FROM t UNION ALL SELECT 1 / a FROM t LIMIT 1), 0)', [0, 0, 0]],
    ['IF(a > 5, (SELECT SUM(1 / u.a) FROM t AS u RIGHT JOIN t AS v ON u.a = v.b), 0)', [0, 0, 0]],
    ['IF(a > 5, (FROM t |> WHERE 1 / a > 0 |> AGGREGATE 1 / COUNT(*)), 0)', [0, 0, 0]],
    ['IF(a > 5, EXISTS (SELECT 1 FROM t WHERE 1 / a > 0), a > 0)', [false, true, true]],
    ['IF(a > 5, ARRAY(SELECT DIV(1, a) FROM t), l)[SAFE_OFFSET(0)]', [1, 2, null]],
    // The branch that is taken has all of its rows.
    ['IF(a > 0, (SELECT SUM(6 / (a + 1)) FROM t), 0)', [0, 11, 11]],
    ['IF(a > 0, ARRAY(SELECT b FROM t WHERE DIV(6, a + 1) > 2 ORDER BY b), [])', [[], [0, 10], [0, 10]]],
    ['IF(a > 0, (SELECT DIV(6, COUNT(*)) FROM t AS u WHERE u.a >= t.a HAVING COUNT(*) > 1), 0)', [0, 3, null]],
    ['IF(a > 0, (SELECT AS STRUCT a, "x" AS m FROM t AS u WHERE 6 / (u.a + 1) = 6).m, s)', ['x', 'x', 'x']],
    // One within the other.
    ['IF(a > 0, IF(1 / a > 0.7, (SELECT 1 / (2 - t.a)), (SELECT MAX(x / t.a) FROM UNNEST([1]) AS x)), 0)', [0, 1, 0.5]],
    ['IF(a > 0, (SELECT MAX(IF(x > 1, (SELECT 6 / (x - 1)), 0)) FROM UNNEST([0, 1, t.a + 1]) AS x), 0)', [0, 6, 3]],
  ])('%s', async (sql, expected) => {
    expect(await column(sql)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['SELECT IF(FALSE, (SELECT 1 / 0), 1), CASE WHEN TRUE THEN 1 ELSE (SELECT CAST("x" AS INT64)) END', [[1, 1]]],
    ['SELECT IF((SELECT COUNT(*) FROM t) > 0, 1, (SELECT 1 / a FROM t ORDER BY a LIMIT 1))', [[1]]],
    [
      'SELECT b, IF(b > 5, (SELECT 6 / t.b), 0) FROM t GROUP BY b HAVING IF(b > 10, (SELECT 1 / b) > 0, TRUE) ORDER BY b',
      [
        [0, 0],
        [10, 0.6],
        [20, 0.3],
      ],
    ],
    [
      'SELECT t.* EXCEPT (a, s, l) FROM t GROUP BY b HAVING IF(b > 10, (SELECT 1 / b) > 0, TRUE) ORDER BY b',
      [[0], [10], [20]],
    ],
    // A part of a date with the name of an item, and a name of the query around that an item has as well.
    [
      "SELECT d, DATE_TRUNC(d, DAY) AS day FROM (SELECT DATE '2026-01-01' AS d) GROUP BY d HAVING IF(day > d, (SELECT 1 / COUNT(*) FROM t) > 0, TRUE)",
      [['2026-01-01', '2026-01-01']],
    ],
    [
      'SELECT (SELECT a FROM UNNEST([1]) AS e GROUP BY e HAVING IF(a > 0, (SELECT 1 / COUNT(*) FROM t) > 0, TRUE)) FROM t ORDER BY 1',
      [[0], [1], [2]],
    ],
    // NULL alone is an INT64, and an aggregate function of it one all the same.
    ['SELECT IF(TRUE, 1, ANY_VALUE(NULL)), COALESCE(MAX(NULL), 2), MIN(NULL) FROM t', [[1, 2, null]]],
    ['SELECT MAX(a) FROM t WHERE IF(a > 0, (SELECT 1 / t.a) < 1, TRUE)', [[2]]],
    ['SELECT a FROM t ORDER BY IF(a > 0, (SELECT 1 / t.a), 9) LIMIT 1', [[2]]],
    ['FROM t |> EXTEND IF(a > 0, (SELECT 6 / t.a), 0) AS k |> AGGREGATE SUM(k)', [[9]]],
    // Names of the query around are there in a query that is put together, whatever the groups are.
    [
      'SELECT (SELECT IF(o.a > 5, (SELECT 1 / u.b FROM t AS u LIMIT 1), 2) FROM t AS v GROUP BY v.s LIMIT 1) FROM t AS o',
      [[2], [2], [2]],
    ],
    // What cannot be put into a query is as it was.
    ['SELECT IF(b < 0, 0, (SELECT SUM(6 / (a + 1)) FROM t)) FROM t GROUP BY ROLLUP(b) LIMIT 1', [[11]]],
    [
      'SELECT IF(SUM(b) > 5, (SELECT SUM(6 / (a + 1)) FROM t), 0), IF(COUNT(*) > 2, (SELECT 6 / 2), 0) FROM t',
      [[11, 3]],
    ],
    ['SELECT SUM(IF(a > 1, (SELECT SUM(6 / (a + 1)) FROM t), 1)) FROM t', [[13]]],
    [
      'SELECT COUNT(DISTINCT x) FROM (SELECT IF(e < 5, RAND(), (SELECT 6 / 2)) AS x FROM UNNEST([1, 1, 1]) AS e)',
      [[3]],
    ],
    ['SELECT IF(ROW_NUMBER() OVER (ORDER BY a) > 1, (SELECT 6 / 2), 0) FROM t ORDER BY 1', [[0], [3], [3]]],
    [
      'WITH t AS (SELECT * FROM UNNEST([STRUCT(0 AS a, 1 AS b), (2, 10)])) SELECT (SELECT MAX(u.a + IF(DIV(o.b, 1) IN (SELECT DIV(COUNT(*), 1) FROM t), 2, (SELECT SUM(DIV(v.b, 1)) FROM t AS v WHERE u.a <= u.a))) FROM (SELECT a FROM t ORDER BY a DESC LIMIT 1) AS u) FROM t AS o',
      [[13], [13]],
    ],
    ['SELECT IF(TRUE, (WITH w AS (SELECT 6 / 2 AS x) SELECT x FROM w), 1)', [[3]]],
    [
      'SELECT IF(a > 0, (SELECT COUNT(v.x) + SUM(6 / (u.a + 1)) FROM (SELECT b AS x FROM t) AS v FULL JOIN t AS u ON u.b = v.x + 10), 0) FROM t ORDER BY a',
      [[0], [14], [14]],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT IF(a > 0, 1, (SELECT 1 / t.a)) FROM t', 'division by zero'],
    ['SELECT IF(a > 0, (SELECT 1 / x FROM UNNEST([0]) AS x), 1) FROM t', 'division by zero'],
    ['SELECT IF(a > 0, (SELECT CAST(s AS INT64)), 1) FROM t', 'bad INT64'],
    ['SELECT IF(1 / a > 0, (SELECT 1 / t.a), 1) FROM t', 'division by zero'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(sql)).toContain(message);
  });
});
