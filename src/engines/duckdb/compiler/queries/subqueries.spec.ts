import { ndjson, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('subqueries, records and stars', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, g: 'a', l: [3, 1, 2] }, { id: 2, g: 'a', l: [] }, { id: 3, g: 'b' }),
    't.schema.json': JSON.stringify([
      { name: 'id', type: 'INT64' },
      { name: 'g', type: 'STRING' },
      { name: 'l', type: 'INT64', mode: 'REPEATED' },
    ]),
  });

  it.each<[string, unknown]>([
    // Columns named as the compiler names what it makes.
    [
      'SELECT (SELECT COUNT(*) FROM (SELECT 7 AS q_1, 8 AS t_1, 9 AS t_2, 10 AS q_2) AS x WHERE t.id < x.t_1) AS n FROM t LIMIT 1',
      [[1]],
    ],
    [
      'SELECT id FROM t WHERE EXISTS (SELECT 1 FROM (SELECT STRUCT(2 AS id) AS t_1, STRUCT(2 AS id) AS t_2, STRUCT(2 AS id) AS t_3) AS x WHERE t.id = 1) ORDER BY id',
      [[1]],
    ],
    // ARRAY keeps the order of its query, NULLs and all; it is never NULL.
    ['SELECT ARRAY(SELECT id FROM t ORDER BY id DESC)', [[[3, 2, 1]]]],
    ['SELECT ARRAY(SELECT id FROM t WHERE FALSE) IS NULL', [[false]]],
    ['SELECT id FROM t ORDER BY (SELECT -id) DESC', [[1], [2], [3]]],
    ['SELECT STRUCT((SELECT MAX(id) FROM t) AS a).a', [[3]]],
    [
      'SELECT ARRAY(SELECT DIV(6, id) FROM t ORDER BY 1), ARRAY(SELECT id + 1 AS x FROM t ORDER BY x DESC)',
      [
        [
          [2, 3, 6],
          [4, 3, 2],
        ],
      ],
    ],
    ['SELECT ARRAY(SELECT DIV(id, 2) AS k FROM t GROUP BY k ORDER BY k)', [[[0, 1]]]],
    // Fields that are worked out by macros keep their names where a query depends on another.
    ['SELECT (SELECT AS STRUCT DIV(6, id) AS n, "x" AS m).n FROM t ORDER BY id', [[6], [3], [2]]],
    [
      'SELECT (SELECT STRUCT(DIV(6, id) AS n) = STRUCT(6) FROM (SELECT 1)) FROM t ORDER BY id',
      [[true], [false], [false]],
    ],
    [
      'SELECT ARRAY(SELECT STRUCT(NULLIF(id, 2) AS n, ARRAY_REVERSE(l) AS l, id IN UNNEST(l) AS i) FROM UNNEST([1])) FROM t WHERE id < 3 ORDER BY id',
      [[[{ n: 1, l: [2, 1, 3], i: true }]], [[{ n: null, l: [], i: false }]]],
    ],
    ['SELECT ARRAY_LENGTH(ARRAY(SELECT NULL UNION ALL SELECT 1))', [[2]]],
    [
      'SELECT id, ARRAY(SELECT e * 10 FROM UNNEST(l) AS e WHERE e > 1 ORDER BY e) FROM t ORDER BY id',
      [
        [1, [20, 30]],
        [2, []],
        [3, []],
      ],
    ],
    [
      'SELECT ARRAY(SELECT e FROM UNNEST(l) AS e WITH OFFSET AS o ORDER BY o DESC LIMIT 2) FROM t WHERE id = 1',
      [[[2, 1]]],
    ],
    [
      'SELECT ARRAY(SELECT AS STRUCT e, e + 1 AS next FROM UNNEST(l) AS e ORDER BY next DESC LIMIT 2) FROM t WHERE id = 1',
      [
        [
          [
            { e: 3, next: 4 },
            { e: 2, next: 3 },
          ],
        ],
      ],
    ],
    [
      'SELECT ARRAY(SELECT AS STRUCT g, COUNT(*) AS n FROM t GROUP BY g ORDER BY g)',
      [
        [
          [
            { g: 'a', n: 2 },
            { g: 'b', n: 1 },
          ],
        ],
      ],
    ],
    [
      'SELECT ARRAY(SELECT AS STRUCT g AS k, COUNT(*) AS n FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 1)[OFFSET(0)].k',
      [['a']],
    ],
    ['SELECT ARRAY(SELECT AS VALUE STRUCT(id) FROM t ORDER BY id LIMIT 1)', [[[{ id: 1 }]]]],
    ['SELECT ARRAY(WITH q AS (SELECT 5 AS x) SELECT x FROM q)', [[[5]]]],
    ['SELECT (SELECT AS STRUCT id, g FROM t WHERE id = 3).g', [['b']]],
    ['SELECT (SELECT AS STRUCT id, g FROM t WHERE id = 9) IS NULL', [[true]]],
    ['SELECT (SELECT AS STRUCT * FROM t WHERE id = 2)', [[{ id: 2, g: 'a', l: [] }]]],
    // Elsewhere a query of records is one of their fields.
    ['SELECT AS STRUCT id, g FROM t WHERE id = 1', [[1, 'a']]],
    ['SELECT q.g, q FROM (SELECT AS STRUCT id, g FROM t WHERE id = 1) AS q', [['a', { id: 1, g: 'a' }]]],
    // * REPLACE
    ['SELECT * REPLACE (id * 2 AS id, UPPER(g) AS G) FROM t WHERE id = 3', [[6, 'B', []]]],
    [
      'SELECT t.* REPLACE (ARRAY_LENGTH(l) AS l) FROM t ORDER BY id',
      [
        [1, 'a', 3],
        [2, 'a', 0],
        [3, 'b', 0],
      ],
    ],
    ['SELECT * REPLACE (SUM(id) OVER () AS id) FROM t WHERE g = "b" QUALIFY id = 3', [[3, 'b', []]]],
    ['SELECT STRUCT(1 AS a, 2 AS b).*, [STRUCT(3 AS c, 4 AS d)][OFFSET(0)].* EXCEPT (d)', [[1, 2, 3]]],
    [
      'SELECT r.* EXCEPT (b), q.r.* EXCEPT (a) FROM (SELECT STRUCT(id AS a, g AS b) AS r FROM t WHERE id = 3) AS q',
      [[3, 'b']],
    ],
    // Correlated subqueries
    [
      'SELECT id, (SELECT COUNT(*) FROM t AS o WHERE o.g = t.g AND o.id <> t.id) FROM t ORDER BY id',
      [
        [1, 1],
        [2, 1],
        [3, 0],
      ],
    ],
    ['SELECT id FROM t WHERE 2 IN (SELECT e FROM UNNEST(t.l) AS e)', [[1]]],
    ['SELECT id FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(l) AS e WHERE e = id)', [[1]]],
    ['SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM UNNEST(l)) ORDER BY id', [[2], [3]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT ARRAY(SELECT 1, 2)', '1:8 the subquery of ARRAY must return one column; write SELECT AS STRUCT'],
    ['SELECT ARRAY(SELECT l FROM t)', 'an ARRAY of ARRAYs'],
    ['SELECT (SELECT AS `a.Message` 1 AS x)', 'SELECT AS `a.Message` is not supported'],
    ['SELECT AS `a.Message` 1 AS x', 'SELECT AS `a.Message` is not supported'],
    ['SELECT ARRAY(SELECT AS STRUCT id, id FROM t)', 'a STRUCT with two fields of one name'],
    ['SELECT id.* FROM t', '1:11 "id" has no columns'],
    ['SELECT * REPLACE (1 AS nope) FROM t', 'REPLACE gives a value to "nope", which is not one column here'],
    ['SELECT * REPLACE (1 AS id, 2 AS id) FROM t', 'REPLACE gives two values to "id"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
