import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('set operations', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, s: 'a', l: [1, 2] }, { id: 2, s: 'b' }),
    't.schema.json': schemaOf('id INT64, s STRING, l INT64[]'),
    'u.schema.json': JSON.stringify([
      { name: 'r', type: 'RECORD', fields: [{ name: 'l', type: 'INT64', mode: 'REPEATED' }] },
    ]),
    'u.ndjson': '',
  });

  it.each<[string, unknown]>([
    // Columns by position: the names are those of the first query.
    [
      'SELECT 1 AS a, 2 AS b UNION ALL SELECT 3 AS b, 4 AS a ORDER BY a',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'SELECT 1 AS a UNION ALL SELECT IEEE_DIVIDE(5, 2) UNION ALL SELECT NUMERIC "1.5" UNION ALL SELECT NULL ORDER BY a',
      [[null], [1], [1.5], [2.5]],
    ],
    ['SELECT NULL UNION ALL SELECT NULL UNION ALL SELECT DATE "2026-11-20" ORDER BY 1 DESC LIMIT 1', [['2026-11-20']]],
    ['SELECT ARRAY_LENGTH(l) FROM (SELECT l FROM t UNION ALL SELECT l FROM t) ORDER BY 1', [[0], [0], [2], [2]]],
    ['SELECT l IS NULL FROM (SELECT l FROM t WHERE id = 2 UNION ALL SELECT NULL) ORDER BY 1', [[false], [true]]],
    ['SELECT STRUCT(1 AS a) AS r UNION ALL SELECT STRUCT(2)', [[{ a: 1 }], [{ a: 2 }]]],
    // Values with parts: NULL is like NULL in them, and a missing array is an empty one.
    [
      `SELECT r FROM (SELECT STRUCT('x' AS a, 1 AS b) AS r UNION DISTINCT SELECT STRUCT('x', NULL) UNION DISTINCT SELECT STRUCT('x', NULL)
       UNION DISTINCT SELECT ('x', 1)) ORDER BY r.b DESC`,
      [[{ a: 'x', b: 1 }], [{ a: 'x', b: null }]],
    ],
    ['SELECT STRUCT(1 AS a, NULL AS b) INTERSECT DISTINCT SELECT (1, NULL)', [[{ a: 1, b: null }]]],
    ['SELECT [1, 2] EXCEPT DISTINCT SELECT [1, 2]', []],
    ['SELECT ARRAY_LENGTH(l) FROM (SELECT l FROM t UNION DISTINCT SELECT ARRAY<INT64>[]) ORDER BY 1', [[0], [2]]],
    [
      '(SELECT 1 AS x UNION ALL SELECT 2) EXCEPT DISTINCT (SELECT 2 UNION ALL (SELECT 3 INTERSECT DISTINCT SELECT 3))',
      [[1]],
    ],
    ['SELECT x FROM UNNEST([1, 1, 2, 3]) AS x EXCEPT DISTINCT SELECT 2 EXCEPT DISTINCT SELECT 3', [[1]]],
    // A bracket at the end, and at the beginning.
    ['SELECT 1 AS x UNION ALL (SELECT 2) ORDER BY x DESC', [[2], [1]]],
    [
      'SELECT 1 AS x UNION ALL (SELECT 2) UNION ALL (SELECT 3 UNION ALL (SELECT 4)) ORDER BY x DESC LIMIT 2',
      [[4], [3]],
    ],
    ['SELECT 3 AS x UNION ALL ((SELECT 1) UNION DISTINCT (SELECT 1)) LIMIT 1 OFFSET 1', [[1]]],
    ['(SELECT 1 AS x) UNION ALL (SELECT 2 LIMIT 0) ORDER BY x LIMIT 5', [[1]]],
    ['(SELECT 1 AS x)UNION ALL(SELECT 2)ORDER BY x DESC LIMIT 1', [[2]]],
    // ORDER BY what is made of the columns
    ['SELECT 1 AS x UNION ALL SELECT 9 UNION ALL SELECT 5 ORDER BY ABS(x - 6), -x LIMIT 2', [[5], [9]]],
    ['(SELECT 1 AS x) UNION ALL (SELECT 2) ORDER BY (SELECT -x), 1 + 1', [[2], [1]]],
    ['SELECT "bb" AS x EXCEPT DISTINCT SELECT "a" ORDER BY LENGTH(x) NULLS LAST', [['bb']]],
    ['SELECT STRUCT(1 AS a) AS s UNION ALL SELECT STRUCT(2) ORDER BY s.a DESC', [[{ a: 2 }], [{ a: 1 }]]],
    ['SELECT 1 AS x UNION ALL SELECT 2 ORDER BY RANK() OVER (ORDER BY x DESC)', [[2], [1]]],
    ['SELECT ARRAY(SELECT 1 AS x UNION ALL SELECT y ORDER BY IF(x = y, 0, x)) FROM (SELECT 3 AS y)', [[[3, 1]]]],
    ['(SELECT x FROM UNNEST([1, 2]) AS x) ORDER BY MOD(x, 2)', [[2], [1]]],
    ['SELECT 1 AS x UNION ALL STRICT CORRESPONDING BY (x) (FROM (SELECT 2 AS x)) ORDER BY x DESC', [[2], [1]]],
    [
      'SELECT ARRAY((SELECT 1 AS x) UNION ALL (SELECT 2) ORDER BY x DESC), ((SELECT 1) INTERSECT DISTINCT SELECT 1)',
      [[[2, 1], 1]],
    ],
    ['SELECT 2 IN ((SELECT 1) UNION ALL SELECT 2), EXISTS((SELECT 1 AS x) |> WHERE x = 2)', [[true, false]]],
    ['SELECT x FROM ((SELECT 1 AS x) LEFT UNION ALL BY NAME SELECT 2 AS x) ORDER BY x', [[1], [2]]],
    ['WITH q AS ((SELECT 1 AS x) UNION ALL (SELECT 2)) SELECT SUM(x) FROM q', [[3]]],
    // Columns by name, in the order of the first query.
    [
      'SELECT 1 AS a, 2 AS b UNION ALL BY NAME SELECT 3 AS B, 4 AS A ORDER BY a',
      [
        [1, 2],
        [4, 3],
      ],
    ],
    [
      'SELECT 1 AS a, 2 AS b UNION ALL STRICT CORRESPONDING SELECT 3 AS b, 4 AS a ORDER BY a',
      [
        [1, 2],
        [4, 3],
      ],
    ],
    [
      'SELECT 1 AS a, 2 AS b UNION ALL BY NAME ON (b, a) SELECT 3 AS b, 4 AS a ORDER BY b',
      [
        [2, 1],
        [3, 4],
      ],
    ],
    ['SELECT 1 AS a, 2 AS b INTERSECT DISTINCT BY NAME SELECT 2 AS b, 1 AS a', [[1, 2]]],
    // What not every query has: left out, or NULL.
    ['SELECT 1 AS a, 2 AS b INNER UNION ALL BY NAME SELECT 3 AS c, 4 AS b ORDER BY b', [[2], [4]]],
    ['SELECT 1 AS a, 2 AS b UNION ALL CORRESPONDING SELECT 3 AS c, 4 AS b ORDER BY b', [[2], [4]]],
    [
      'SELECT 1 AS a, 2 AS b FULL OUTER UNION ALL BY NAME SELECT 3 AS c, 4 AS b ORDER BY b',
      [
        [1, 2, null],
        [null, 4, 3],
      ],
    ],
    [
      'SELECT 1 AS a OUTER UNION ALL BY NAME SELECT "x" AS b ORDER BY a',
      [
        [null, 'x'],
        [1, null],
      ],
    ],
    [
      'SELECT s, id FROM t LEFT OUTER UNION ALL BY NAME SELECT 0 AS id, 1 AS more ORDER BY id',
      [
        [null, 0],
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'SELECT id FROM t FULL UNION ALL CORRESPONDING BY (s, id) SELECT s FROM t ORDER BY id, s',
      [
        ['a', null],
        ['b', null],
        [null, 1],
        [null, 2],
      ],
    ],
    ['SELECT id FROM t WHERE id = 1 LEFT UNION ALL BY NAME ON (id) SELECT 2, 5 AS id ORDER BY id', [[1], [5]]],
    [
      'SELECT l IS NULL, x FROM (SELECT l FROM t WHERE id = 2 FULL UNION ALL BY NAME SELECT 1 AS x)',
      [
        [false, null],
        [true, 1],
      ],
    ],
    // All queries of a row are taken together.
    [
      'SELECT 1 AS a, 2 AS b INNER EXCEPT DISTINCT BY NAME SELECT 1 AS a, 3 AS b INNER EXCEPT DISTINCT BY NAME SELECT 5 AS a',
      [],
    ],
    [
      '(SELECT 1 AS a, 2 AS b INNER EXCEPT DISTINCT BY NAME SELECT 1 AS a, 3 AS b) INNER EXCEPT DISTINCT BY NAME SELECT 5 AS a',
      [[1]],
    ],
    [
      'SELECT 1 AS a FULL UNION ALL BY NAME SELECT 2 AS b FULL UNION ALL BY NAME SELECT 3 AS c ORDER BY a, b, c',
      [
        [null, null, 3],
        [null, 2, null],
        [1, null, null],
      ],
    ],
    ['SELECT COUNT(c), SUM(x) FROM (SELECT 1 AS x FULL UNION ALL BY NAME SELECT 2 AS x, "c" AS c)', [[1, 3]]],
    ['WITH q AS (SELECT 1 AS x) SELECT x FROM q LEFT UNION ALL BY NAME (FROM q) ORDER BY x LIMIT 1', [[1]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('names its columns as the first query, or the list, has them', async () => {
    const sql = (operator: string) => `SELECT 1 AS Aa, 2 AS b ${operator} SELECT 3.5 AS B, 4 AS aA`;
    expect(await database.columns(sql('UNION ALL'))).toEqual(['Aa FLOAT64', 'b INT64']);
    expect(await database.columns(sql('UNION ALL BY NAME'))).toEqual(['Aa INT64', 'b FLOAT64']);
    expect(await database.columns(sql('UNION ALL BY NAME ON (B, AA)'))).toEqual(['B FLOAT64', 'AA INT64']);
    expect(await database.columns('SELECT NULL AS a FULL UNION ALL BY NAME SELECT NULL AS b')).toEqual([
      'a INT64',
      'b INT64',
    ]);
  });

  it.each([
    [
      'SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b',
      '1:15 BY NAME needs the same columns on both sides, found (a) and (b)',
    ],
    ['SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS a, 3 AS b', 'found (a) and (a, b)'],
    ['SELECT 1 AS a, 2 UNION ALL BY NAME SELECT 2 AS a, 3 AS b', '1:16 UNION ALL BY NAME needs a name for this'],
    ['SELECT 1 AS a, 2 AS A FULL UNION ALL BY NAME SELECT 2 AS a', '1:21 UNION ALL BY NAME finds two columns "A"'],
    ['SELECT 1 AS a INNER UNION ALL BY NAME SELECT 2 AS b', 'the queries have no column in common'],
    ['SELECT 1 AS a LEFT UNION ALL BY NAME SELECT 2 AS b', 'the queries have no column in common'],
    [
      'SELECT 1 AS a UNION ALL BY NAME ON (a) SELECT 2 AS a, 3 AS b',
      '1:55 UNION ALL BY NAME ON (…) needs queries of these columns',
    ],
    ['SELECT 1 AS a UNION ALL BY NAME ON (a, b) SELECT 2 AS a', '1:40 "b" is not a column of every query'],
    ['SELECT 1 AS a LEFT UNION ALL BY NAME ON (b) SELECT 2 AS b', '1:42 "b" is not a column of the first query'],
    ['SELECT 1 AS a FULL UNION ALL BY NAME ON (a, c) SELECT 2 AS b', '1:45 "c" is not a column of any query'],
    ['SELECT 1 AS a FULL UNION ALL BY NAME ON (a, A) SELECT 2 AS b', 'is named twice'],
    ['SELECT 1 AS a UNION ALL BY NAME ON (a + 1) SELECT 2 AS a', 'name a column'],
    ['SELECT 1 AS a FULL UNION ALL SELECT 2 AS a', 'FULL before UNION ALL needs BY NAME after it'],
    ['SELECT id FROM t LEFT OUTER UNION ALL SELECT 2', 'LEFT OUTER before UNION ALL needs BY NAME'],
    ['SELECT 1 AS a LEFT UNION ALL STRICT CORRESPONDING SELECT 2 AS a', 'STRICT and LEFT exclude each other'],
    ['SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS a UNION ALL SELECT 3', 'needs parentheses'],
    ['SELECT 1 AS a FULL UNION ALL BY NAME SELECT 2 AS a LEFT UNION ALL BY NAME SELECT 3 AS a', 'needs parentheses'],
    ['SELECT 1 AS a UNION ALL BY NAME ON (a) SELECT 2 AS a UNION ALL BY NAME SELECT 3 AS a', 'needs parentheses'],
    [
      'SELECT 1 AS a, "x" AS b UNION ALL BY NAME SELECT 1 AS b, 2 AS a',
      'column "b" of UNION ALL has no common type: STRING, INT64',
    ],
    ['SELECT JSON "1" AS a FULL UNION DISTINCT BY NAME SELECT 1 AS b', 'UNION DISTINCT over JSON'],
    ['SELECT r FROM u UNION DISTINCT SELECT r FROM u', 'UNION DISTINCT over STRUCT<l ARRAY<INT64>>'],
    ['SELECT (SELECT NULL UNION ALL SELECT NULL) UNION ALL SELECT "a"', 'no common type'],
    ['SELECT 1 AS a RIGHT UNION ALL BY NAME SELECT 2 AS a', ''],
    ['SELECT 1 AS a FULL JOIN UNION ALL BY NAME SELECT 2 AS a', ''],
    ['SELECT 1 AS a UNION ALL SELECT 2 INTERSECT ALL SELECT 3', 'INTERSECT ALL is not supported'],
  ])('%s is refused', async (sql, message) => {
    const refusal = await database.refusal(sql);
    expect(refusal).not.toBe('not refused');
    expect(refusal).toContain(message);
  });
});
