import { ndjson, useDuckDb } from '../../../../../test/support/duckdb.js';

const SCHEMA = [
  { name: 'id', type: 'INT64' },
  { name: 'l', type: 'INT64', mode: 'REPEATED' },
  {
    name: 'm',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'p', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'x', type: 'STRING' }] },
      { name: 'k', type: 'STRING' },
    ],
  },
  { name: 'r', type: 'RECORD', fields: [{ name: 'l', type: 'INT64', mode: 'REPEATED' }] },
];

describe('arrays of tables', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, l: [1, 2], m: [{ k: 'a', p: [{ x: 'one' }, { x: 'two' }] }], r: { l: [5] } },
      { id: 2, l: [], m: [{ k: 'b' }], r: {} },
      { id: 3 },
    ),
    't.schema.json': JSON.stringify(SCHEMA),
    'n.ndjson': ndjson({ id: 1 }, { id: 9 }),
  });
  const ids = (expression: string) => `SELECT ${expression} FROM t ORDER BY id`;

  it.each<[string, unknown]>([
    // A row is a record of whole arrays.
    ['SELECT COUNT(*) FROM (SELECT DISTINCT b FROM (SELECT id, l FROM t) AS b)', [[3]]],
    ['SELECT COUNT(*) AS c FROM (SELECT l FROM t) AS b GROUP BY b ORDER BY c', [[1], [2]]],
    ['SELECT COUNT(*) AS c FROM (SELECT l FROM t) AS b GROUP BY ROLLUP (b) ORDER BY c', [[1], [2], [3]]],
    // A missing array is an empty one; that of a missing record is NULL.
    [ids('ARRAY_LENGTH(l)'), [[2], [0], [0]]],
    [
      ids('l IS NULL, l IS NOT NULL'),
      [
        [false, true],
        [false, true],
        [false, true],
      ],
    ],
    [ids('COALESCE(l, [7])'), [[[1, 2]], [[]], [[]]]],
    [ids('IF(id = 1, NULL, l) IS NULL'), [[true], [false], [false]]],
    [ids('ARRAY_LENGTH(m[SAFE_OFFSET(0)].p)'), [[2], [0], [null]]],
    [
      ids('ARRAY_LENGTH(t.r.l), r IS NULL'),
      [
        [1, false],
        [0, false],
        [null, true],
      ],
    ],
    [ids('ARRAY_LENGTH(l || [3])'), [[3], [1], [1]]],
    ['SELECT COUNT(l), COUNT(r.l) FROM t', [[3, 2]]],
    // Elements
    [
      ids('m[SAFE_OFFSET(0)].p[SAFE_ORDINAL(2)].x, l[SAFE_OFFSET(1)]'),
      [
        ['two', 2],
        [null, null],
        [null, null],
      ],
    ],
    ['SELECT m[0].p[OFFSET(1)].x, m[ORDINAL(1)].k, l[1] FROM t WHERE id = 1', [['two', 'a', 2]]],
    ['SELECT id FROM t WHERE 2 IN UNNEST(l)', [[1]]],
    ['SELECT id FROM t WHERE 2 NOT IN UNNEST(l) ORDER BY id', [[2], [3]]],
    // Through other queries
    ['SELECT ARRAY_LENGTH(a) FROM (SELECT l AS a, id FROM t) ORDER BY id', [[2], [0], [0]]],
    ['WITH q AS (SELECT * FROM t) SELECT ARRAY_LENGTH(q.m[0].p) FROM q WHERE id = 2', [[0]]],
    ['SELECT ARRAY_LENGTH(a) FROM (SELECT l AS a FROM t UNION ALL SELECT [1, 2, 3]) ORDER BY 1', [[0], [0], [2], [3]]],
    [
      'SELECT ARRAY_LENGTH(a) FROM (SELECT l AS a FROM t UNION ALL SELECT l FROM t) ORDER BY 1 LIMIT 3',
      [[0], [0], [0]],
    ],
    ['SELECT ARRAY_LENGTH((SELECT l FROM t WHERE id = 3)), ARRAY_LENGTH((SELECT l FROM t WHERE id = 4))', [[0, null]]],
    [
      'SELECT t.id, e, ARRAY_LENGTH(t.l), ARRAY_LENGTH(t.r.l) FROM t LEFT JOIN UNNEST(l) AS e ORDER BY 1, 2',
      [
        [1, 1, 2, 1],
        [1, 2, 2, 1],
        [2, null, 0, 0],
        [3, null, 0, null],
      ],
    ],
    ['SELECT ARRAY_LENGTH(e.p) FROM t LEFT JOIN UNNEST(m) AS e ORDER BY id', [[2], [0], [null]]],
    // A row that an outer join has not found has no arrays.
    [
      'SELECT n.id, ARRAY_LENGTH(l), l FROM n LEFT JOIN t ON n.id = t.id ORDER BY n.id',
      [
        [1, 2, [1, 2]],
        [9, null, []],
      ],
    ],
    [
      'SELECT n.id, ARRAY_LENGTH(q.l) FROM t AS q RIGHT JOIN n ON n.id = q.id ORDER BY 1',
      [
        [1, 2],
        [9, null],
      ],
    ],
    ['SELECT ARRAY_LENGTH(q.l) FROM t AS q FULL JOIN n USING (id) ORDER BY id', [[2], [0], [0], [null]]],
    [
      'SELECT n.id, e FROM n LEFT JOIN t ON n.id = t.id CROSS JOIN UNNEST(t.l) AS e ORDER BY e',
      [
        [1, 1],
        [1, 2],
      ],
    ],
    // Whole rows and records
    ['SELECT t FROM t WHERE id = 2', [[{ id: 2, l: [], m: [{ p: [], k: 'b' }], r: { l: [] } }]]],
    [
      'SELECT t.r, t.r.l FROM t ORDER BY id',
      [
        [{ l: [5] }, [5]],
        [{ l: [] }, []],
        [null, []],
      ],
    ],
    [
      'SELECT q.t.id, ARRAY_LENGTH(q.t.l) FROM (SELECT t FROM t) AS q ORDER BY 1',
      [
        [1, 2],
        [2, 0],
        [3, 0],
      ],
    ],
    [
      'SELECT e.k, e IS NULL FROM t LEFT JOIN UNNEST(m) AS e ORDER BY id',
      [
        ['a', false],
        ['b', false],
        [null, true],
      ],
    ],
    ['SELECT STRUCT(l, id).l FROM t WHERE id = 3', [[[]]]],
    // The names of FROM
    [
      'SELECT id, m.k FROM t CROSS JOIN UNNEST(m) AS m ORDER BY id',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'SELECT id, x FROM t CROSS JOIN UNNEST(m) AS m CROSS JOIN UNNEST(m.p) AS p ORDER BY x',
      [
        [1, 'one'],
        [1, 'two'],
      ],
    ],
    [
      'SELECT id, x FROM t, UNNEST(m), UNNEST(p) ORDER BY x',
      [
        [1, 'one'],
        [1, 'two'],
      ],
    ],
    [
      'SELECT id, p.x FROM t LEFT JOIN UNNEST(m) AS m ON TRUE LEFT JOIN UNNEST(m.p) AS p ON TRUE WHERE id > 1 ORDER BY id',
      [
        [2, null],
        [3, null],
      ],
    ],
    [
      'SELECT id, e, o FROM t, t.l AS e WITH OFFSET AS o ORDER BY e',
      [
        [1, 1, 0],
        [1, 2, 1],
      ],
    ],
    [
      'SELECT id, x FROM t LEFT JOIN t.m LEFT JOIN m.p ORDER BY id, x',
      [
        [1, 'one'],
        [1, 'two'],
        [2, null],
        [3, null],
      ],
    ],
    ['SELECT id, e FROM t JOIN UNNEST(l) AS e ORDER BY e LIMIT 1', [[1, 1]]],
    ['SELECT id, e FROM t JOIN UNNEST(l) AS e ON e > 1', [[1, 2]]],
    ['SELECT id, e FROM t, UNNEST(l) AS e WHERE e = id GROUP BY id, e', [[1, 1]]],
    // A condition on LEFT JOIN picks elements; a row without one stays.
    [
      'SELECT id, e FROM t LEFT JOIN UNNEST(l) AS e ON e > 1 ORDER BY id',
      [
        [1, 2],
        [2, null],
        [3, null],
      ],
    ],
    [
      'SELECT id, e, o FROM t LEFT JOIN UNNEST(l) AS e WITH OFFSET AS o ON o = id AND e > o ORDER BY id',
      [
        [1, 2, 1],
        [2, null, null],
        [3, null, null],
      ],
    ],
    ['SELECT id, e, offset FROM t LEFT JOIN UNNEST(l) AS e WITH OFFSET ON e = 2 WHERE id = 1', [[1, 2, 1]]],
    [
      'SELECT id, x, o, e, i FROM (SELECT *, 7 AS e, 8 AS i FROM t) LEFT JOIN UNNEST(l) AS x WITH OFFSET AS o ON o = id ORDER BY id',
      [
        [1, 2, 1, 7, 8],
        [2, null, null, 7, 8],
        [3, null, null, 7, 8],
      ],
    ],
    ['SELECT id, o FROM n LEFT JOIN UNNEST([5, NULL, id]) AS x WITH OFFSET AS o ON x IS NULL WHERE id = 1', [[1, 1]]],
    [
      `SELECT id, m.k, p.x FROM t LEFT JOIN UNNEST(m) AS m ON m.k = 'a' LEFT JOIN UNNEST(m.p) AS p ON p.x LIKE 't%' ORDER BY id`,
      [
        [1, 'a', 'two'],
        [2, null, null],
        [3, null, null],
      ],
    ],
    [
      `SELECT id, k, ARRAY_LENGTH(p) FROM t LEFT JOIN UNNEST(m) ON ARRAY_LENGTH(p) = 0 AND k IN ('a', 'b') ORDER BY id`,
      [
        [1, null, null],
        [2, 'b', 0],
        [3, null, null],
      ],
    ],
    ['SELECT id FROM t LEFT JOIN UNNEST(l) AS e ON e > 1 AND id > 0 WHERE e IS NOT NULL', [[1]]],
    [
      'SELECT id, e FROM n LEFT JOIN UNNEST([NULL, id, 1]) AS e ON e IS NULL OR e < id ORDER BY id, e',
      [
        [1, null],
        [9, null],
        [9, 1],
      ],
    ],
    [
      'SELECT id, (SELECT COUNT(p) FROM UNNEST(t.m) AS m LEFT JOIN UNNEST(m.p) AS p ON LENGTH(p.x) > LENGTH(m.k)) FROM t ORDER BY id',
      [
        [1, 2],
        [2, 0],
        [3, 0],
      ],
    ],
    ['SELECT id, m.k FROM t LEFT JOIN t.m ON m.k = "b" WHERE id = 2', [[2, 'b']]],
    [
      'SELECT id, (SELECT COUNT(*) FROM n JOIN t.l AS e) FROM t WHERE id < 3 ORDER BY id',
      [
        [1, 4],
        [2, 0],
      ],
    ],
    ['SELECT id, p.x FROM t JOIN UNNEST(m) AS m ON m.k = "a" JOIN UNNEST(m.p) AS p ON p.x = "two"', [[1, 'two']]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT m[OFFSET(0)].k FROM t WHERE id = 3', 'out of bounds'],
    ['SELECT l[ORDINAL(0)] FROM t WHERE id = 1', 'out of bounds'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(sql)).toContain(message);
  });

  it.each([
    ['SELECT t FROM n LEFT JOIN t ON n.id = t.id', '1:8 the row "t" of an outer join as a value'],
    [
      'SELECT id FROM t LEFT JOIN UNNEST(l) AS e ON e IN (SELECT id FROM n)',
      '1:51 a query in the ON of LEFT JOIN UNNEST',
    ],
    ['SELECT (SELECT COUNT(x) FROM UNNEST(t.m) LEFT JOIN UNNEST(p) ON x = t.m[0].k) FROM t', '"t" of the query around'],
    ['SELECT id FROM t LEFT JOIN UNNEST(l) AS e ON SUM(e) > 1', 'SUM is an aggregate function'],
    ['SELECT id FROM t CROSS JOIN UNNEST(l) AS e ON TRUE', 'CROSS JOIN takes no condition'],
    ['SELECT id FROM t JOIN UNNEST(l) AS id USING (id)', 'USING with INNER JOIN UNNEST'],
    ['SELECT 1 FROM t, d.u', '1:18 there is no table "d.u"'],
    ['SELECT 1 FROM t, r.l', '1:18 there is no table "r.l"'],
    ['SELECT 1 FROM t.l', '1:15 there is no table "t.l"'],
    // An array that a record lacks is an empty one, and NULL to DuckDB, which would tell the two apart.
    ['SELECT DISTINCT r FROM t', '1:17 SELECT DISTINCT over a value of type STRUCT<l ARRAY<INT64>>'],
    ['FROM t |> SELECT DISTINCT r', 'DISTINCT over a value of type STRUCT<l ARRAY<INT64>>'],
    ['SELECT COUNT(*) FROM t GROUP BY r', '1:33 GROUP BY a value of type STRUCT<l ARRAY<INT64>>'],
    ['SELECT COUNT(*) OVER (PARTITION BY r) FROM t', '1:36 PARTITION BY a value of type STRUCT<l ARRAY<INT64>>'],
    ['SELECT r FROM t UNION DISTINCT SELECT r FROM t', 'UNION DISTINCT over STRUCT<l ARRAY<INT64>>'],
    [
      'WITH RECURSIVE q AS (SELECT id, r FROM t UNION ALL SELECT id, STRUCT([1] AS l) FROM q WHERE id > 5) SELECT id FROM q',
      'a STRUCT<l ARRAY<INT64>> with arrays of a table in only one term of WITH RECURSIVE',
    ],
    ['FROM t |> SELECT id, r |> PIVOT(COUNT(*) FOR id IN (1))', 'a column "r" of type STRUCT<l ARRAY<INT64>>'],
    ['FROM t |> SELECT r |> PIVOT(COUNT(*) FOR r IN (NULL))', 'PIVOT FOR a value of type STRUCT<l ARRAY<INT64>>'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
