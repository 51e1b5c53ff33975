import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('aggregate functions over the rows with the greatest or the least value', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { g: 'a', k: 1, v: 9, f: 0.5, l: [1] },
      { g: 'a', k: 2, v: 1, f: 0.5, s: 'x', l: [2, 3] },
      { g: 'a', k: 2, v: 3, f: 0.25, s: 'y' },
      { g: 'b', v: 5, s: 'z' },
    ),
    't.schema.json': schemaOf('g STRING, k INT64, v INT64, f FLOAT64, s STRING, l INT64[]'),
  });

  it.each<[string, unknown]>([
    ['SUM(v HAVING MAX k), SUM(v HAVING MIN k), AVG(v HAVING MAX k)', [4, 9, 2]],
    ['COUNT(* HAVING MAX k), COUNT(v HAVING MIN f), COUNT(DISTINCT g HAVING MAX k)', [2, 1, 1]],
    ['MAX(v HAVING MAX k), MIN(v + 1 HAVING MAX -k), SUM(v)', [3, 10, 18]],
    ['ARRAY_AGG(v HAVING MIN k), STRING_AGG(s HAVING MIN f)', [[9], 'y']],
    [
      'ARRAY_CONCAT_AGG(l HAVING MAX k), ARRAY_LENGTH(ARRAY_CONCAT_AGG(l HAVING MIN f)), COUNTIF(v > 1 HAVING MAX k)',
      [[2, 3], 0, 1],
    ],
    [
      'SUM(v HAVING MAX STRUCT(k).k), SUM(v HAVING MAX s), COUNT(* HAVING MAX DATE_ADD("2026-01-01", INTERVAL k DAY))',
      [4, 5, 2],
    ],
    // NaN is the greatest and equals nothing.
    [
      'COUNT(* HAVING MAX IF(k = 1, IEEE_DIVIDE(0, 0), f)), SUM(v HAVING MIN IF(k = 1, IEEE_DIVIDE(0, 0), f))',
      [0, null],
    ],
    ['ANY_VALUE(DISTINCT v HAVING MIN k), ANY_VALUE(DISTINCT 7), APPROX_QUANTILES(v, 1 HAVING MAX k)', [9, 7, [1, 3]]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    [
      'SELECT g, SUM(v HAVING MAX k), COUNT(* HAVING MIN k) FROM t GROUP BY g ORDER BY g',
      [
        ['a', 4, 1],
        ['b', null, 0],
      ],
    ],
    ['SELECT g FROM t GROUP BY g HAVING SUM(v HAVING MAX k) > 3', [['a']]],
    ['SELECT g FROM t AS o GROUP BY g ORDER BY COUNT(o.v HAVING MAX o.k)', [['b'], ['a']]],
    ['SELECT SUM(u.v HAVING MAX t.k) FROM t JOIN t AS u USING (g) WHERE u.k = 1', [[18]]],
    ['SELECT SUM(e HAVING MAX e) FROM UNNEST([1, 3, 3]) AS e', [[6]]],
    ['SELECT SUM(r.a HAVING MAX b) FROM UNNEST([STRUCT(1 AS a, 2 AS b), (5, 1)]) AS r', [[1]]],
    ['SELECT (SELECT SUM(e * o.v HAVING MAX e) FROM UNNEST(o.l) AS e) FROM t AS o WHERE k = 1', [[9]]],
    [
      'SELECT SUM(v HAVING MAX k) FROM (SELECT 1 AS k, 9223372036854775807 AS v UNION ALL SELECT 1, 1 UNION ALL SELECT 2, 2)',
      [[2]],
    ],
    ['SELECT COUNT(* HAVING MAX k), SUM(v HAVING MAX k) FROM t WHERE FALSE', [[0, null]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SUM(v HAVING MAX l)', 'ARRAY<INT64> has no greatest'],
    ['COUNT(* HAVING MAX 1)', 'HAVING in an aggregate function that reads no column'],
    ['SUM(v HAVING MAX SUM(k))', 'SUM is an aggregate function; inside SUM it has no groups'],
    ['SUM(v HAVING MAX k) OVER ()', 'SUM … OVER takes no HAVING'],
    ['SUM(RAND() HAVING MAX k)', 'RAND here'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });

  it('takes random numbers', async () => {
    const sums = 'SELECT SUM(RAND()), SUM(RAND()) FROM t';
    const [[a, b]] = (await database.rows(sums)) as [[number, number]];
    expect(a).not.toBe(b);
  });
});
