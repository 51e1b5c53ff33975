import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('value tables', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, g: 'a', l: [1, 2] }, { id: 2, g: 'a', l: [] }, { id: 3, g: 'b' }),
    't.schema.json': schemaOf('id INT64, g STRING, l INT64[]'),
  });

  it.each<[string, unknown]>([
    // The fields of the rows are the answer's columns.
    ['SELECT AS VALUE STRUCT(id AS a, g AS b) FROM t WHERE id = 3', [[3, 'b']]],
    [
      'SELECT AS VALUE ARRAY_AGG(t ORDER BY id DESC LIMIT 1)[OFFSET(0)] FROM t GROUP BY g ORDER BY g',
      [
        [2, 'a', []],
        [3, 'b', []],
      ],
    ],
    ['SELECT AS VALUE t FROM t ORDER BY id LIMIT 1', [[1, 'a', [1, 2]]]],
    ['(SELECT AS VALUE STRUCT(1 AS a) UNION ALL SELECT AS VALUE STRUCT(2.5)) LIMIT 5', [[1], [2.5]]],
    ['SELECT DISTINCT AS VALUE STRUCT(g AS x) FROM t WHERE id < 3', [['a']]],
    ['SELECT AS VALUE id AS a FROM t ORDER BY a DESC', [[3], [2], [1]]],
    [
      'SELECT AS VALUE STRUCT(id) FROM t WHERE id > 1 UNION ALL SELECT AS VALUE STRUCT(1) ORDER BY -id',
      [[3], [2], [1]],
    ],
    // What reads from them names the value, or its fields.
    ['SELECT x, x + 1 FROM (SELECT AS VALUE id FROM t WHERE id > 2) AS x', [[3, 4]]],
    [
      'WITH v AS (SELECT AS VALUE STRUCT(id, g) FROM t) SELECT v.id, g, v FROM v WHERE id = 3',
      [[3, 'b', { id: 3, g: 'b' }]],
    ],
    ['WITH v AS (SELECT AS VALUE id FROM t) SELECT SUM(a) FROM v AS a', [[6]]],
    [
      'SELECT DISTINCT x FROM (SELECT AS VALUE 1 UNION ALL SELECT AS VALUE 2 UNION ALL SELECT AS VALUE 1) AS x ORDER BY x',
      [[1], [2]],
    ],
    ['SELECT * FROM (SELECT AS VALUE STRUCT(id, g) FROM t ORDER BY id DESC LIMIT 1)', [[3, 'b']]],
    ['SELECT ARRAY_LENGTH(x) FROM (SELECT AS VALUE l FROM t) AS x ORDER BY 1', [[0], [0], [2]]],
    ['SELECT ARRAY_LENGTH(ARRAY(SELECT AS VALUE id FROM t UNION ALL SELECT AS VALUE 9))', [[4]]],
    ['SELECT 2 IN (SELECT AS VALUE id FROM t), EXISTS (SELECT AS VALUE id FROM t)', [[true, true]]],
    // In pipes
    ['SELECT ARRAY(FROM UNNEST([STRUCT(1 AS a)]) AS s), v + 1 FROM (FROM UNNEST([5]) AS x) AS v', [[[{ a: 1 }], 6]]],
    ['FROM t |> SELECT AS STRUCT id, g |> WHERE id = 3', [[3, 'b']]],
    [
      'SELECT ARRAY(FROM t |> WHERE id > 1 |> SELECT AS STRUCT id, g |> ORDER BY id DESC)',
      [
        [
          [
            { id: 3, g: 'b' },
            { id: 2, g: 'a' },
          ],
        ],
      ],
    ],
    ['SELECT v.id, v FROM (FROM t |> SELECT AS STRUCT id |> LIMIT 1) AS v', [[1, { id: 1 }]]],
    ['FROM t |> SELECT DISTINCT AS STRUCT g |> ORDER BY g', [['a'], ['b']]],
    ['SELECT SUM(x) FROM (FROM t |> SELECT AS VALUE id) AS x', [[6]]],
    ['FROM t |> SELECT ALL AS VALUE STRUCT(id) |> EXTEND id + 1 AS next |> WHERE id = 1 |> SELECT id, next', [[1, 2]]],
    ['SELECT AS VALUE STRUCT(1 AS a) |> UNION ALL (SELECT AS VALUE STRUCT(2)) |> ORDER BY a DESC', [[2], [1]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('the answer has the names of the fields, and other values have none', async () => {
    expect(await database.columns('SELECT AS VALUE id AS a FROM t')).toEqual(['f0_ INT64']);
    expect(await database.columns('FROM UNNEST([1]) AS a |> WHERE a > 0')).toEqual(['a INT64']);
    expect(await database.columns('FROM UNNEST([1]) AS a |> SET a = "x"')).toEqual(['a STRING']);
    expect(await database.columns('SELECT AS VALUE STRUCT(id AS a, l AS b) FROM t')).toEqual([
      'a INT64',
      'b ARRAY<INT64>',
    ]);
  });

  it('a NULL is no row of an answer', async () => {
    const sql = 'SELECT AS VALUE IF(id = 1, STRUCT(id), NULL) FROM t';
    expect(await database.failure(sql)).toContain('SELECT AS VALUE has a NULL for a row');
    expect(await database.rows(`SELECT COUNT(*), COUNT(v) FROM (${sql}) AS v`)).toEqual([[3, 1]]);
  });

  it.each([
    ['SELECT AS VALUE STRUCT(1)', 'a nameless field'],
    ['SELECT AS VALUE STRUCT(1 AS a, 2 AS A)', 'named "A"'],
    ['SELECT AS VALUE 1, 2', 'SELECT AS VALUE takes one expression'],
    ['SELECT AS VALUE STRUCT(1 AS a) UNION ALL SELECT 1', 'SELECT AS VALUE beside a query of columns'],
    [
      'WITH RECURSIVE r AS (SELECT AS VALUE 1 UNION ALL SELECT 2 FROM r) SELECT * FROM r',
      'SELECT AS VALUE in WITH RECURSIVE',
    ],
    ['SELECT AS STRUCT 1, 2 UNION ALL SELECT 1, 2', '1:23 SELECT AS STRUCT is one column, a STRUCT; write it in all'],
    ['SELECT * FROM (SELECT 1 AS a EXCEPT DISTINCT (SELECT AS STRUCT 1))', 'SELECT AS STRUCT is one column'],
    ['SELECT x.id FROM (SELECT AS VALUE id FROM t) AS x', 'cannot read field "id" of INT64'],
    ['FROM t |> SELECT AS VALUE id, g', 'SELECT AS VALUE takes one expression'],
    ['FROM t |> SELECT AS thing id', 'is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
