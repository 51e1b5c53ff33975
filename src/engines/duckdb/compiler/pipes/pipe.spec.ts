import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('pipe syntax', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, g: 'a', l: [1, 2] }, { id: 2, g: 'a', l: [] }, { id: 3, g: 'b' }),
    't.schema.json': schemaOf('id INT64, g STRING, l INT64[]'),
    'n.ndjson': ndjson({ id: 1, name: 'one' }, { id: 3, name: 'three' }),
  });

  it.each<[string, unknown]>([
    [
      'FROM n',
      [
        [1, 'one'],
        [3, 'three'],
      ],
    ],
    [
      'FROM t |> WHERE id > 1 |> SELECT id, g |> ORDER BY id DESC',
      [
        [3, 'b'],
        [2, 'a'],
      ],
    ],
    ['FROM t |> WHERE t.id = 1 |> SELECT t.*', [[1, 'a', [1, 2]]]],
    ['FROM t |> EXTEND id * 2 AS twice, id + 1 |> WHERE twice = 4 |> SELECT t.id, twice', [[2, 4]]],
    ['FROM t |> EXTEND ROW_NUMBER() OVER (ORDER BY id DESC) AS r |> WHERE r = 1 |> SELECT id', [[3]]],
    [
      'FROM n |> SET name = UPPER(name), id = id + 1 |> ORDER BY id',
      [
        [2, 'ONE'],
        [4, 'THREE'],
      ],
    ],
    ['FROM t |> DROP l, G |> ORDER BY id |> LIMIT 1 OFFSET 1', [[2]]],
    ['FROM n |> RENAME id AS key |> WHERE key = 3', [[3, 'three']]],
    ['FROM n |> AS m |> WHERE m.id = 3 |> SELECT m.name', [['three']]],
    ['FROM t |> SELECT g |> DISTINCT |> ORDER BY g', [['a'], ['b']]],
    ['FROM t |> AGGREGATE COUNT(*) AS n, SUM(id)', [[3, 6]]],
    ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY g |> WHERE n > 1', [['a', 2]]],
    [
      'FROM t |> AGGREGATE SUM(id) AS s GROUP BY UPPER(g) AS k |> ORDER BY k DESC |> SELECT s, k',
      [
        [3, 'B'],
        [3, 'A'],
      ],
    ],
    [
      'FROM t |> AGGREGATE COUNT(*) AS n GROUP AND ORDER BY g DESC',
      [
        ['b', 1],
        ['a', 2],
      ],
    ],
    ['FROM t |> WHERE FALSE |> AGGREGATE COUNT(*) AS n GROUP BY g', []],
    [
      'FROM t |> JOIN n ON t.id = n.id |> SELECT t.id, name |> ORDER BY id',
      [
        [1, 'one'],
        [3, 'three'],
      ],
    ],
    [
      'FROM t |> LEFT JOIN n USING (id) |> SELECT id, name |> ORDER BY id',
      [
        [1, 'one'],
        [2, null],
        [3, 'three'],
      ],
    ],
    [
      'FROM n |> LEFT JOIN t USING (id) |> DROP l |> ORDER BY id',
      [
        [1, 'one', 'a'],
        [3, 'three', 'b'],
      ],
    ],
    ['FROM t |> CROSS JOIN UNNEST(l) AS e |> AGGREGATE SUM(e) AS s GROUP BY id', [[1, 3]]],
    ['FROM t, UNNEST(l) AS e |> WHERE e = 2 |> SELECT id, e', [[1, 2]]],
    // An array keeps its meaning from one operator to the next.
    [
      'FROM t |> EXTEND ARRAY_LENGTH(l) AS n |> SET g = "z" |> WHERE l IS NOT NULL |> SELECT id, n, ARRAY_LENGTH(l) AS m |> ORDER BY id',
      [
        [1, 2, 2],
        [2, 0, 0],
        [3, 0, 0],
      ],
    ],
    ['SELECT id FROM t |> WHERE id = 2', [[2]]],
    // What an operator puts in place of a column does not reach the FROM item.
    [
      'FROM n |> SET name = "x", id = id * 10 |> WHERE id = 30 |> SELECT n.*, id AS ten, name AS x',
      [[3, 'three', 30, 'x']],
    ],
    ['FROM n |> SET id = 7 |> SET id = id + n.id |> DROP name |> ORDER BY n.name', [[8], [10]]],
    ['FROM n |> DROP id |> WHERE n.id = 1', [['one']]],
    ['FROM n |> RENAME id AS name, name AS id |> WHERE name = n.id AND n.id = 3', [[3, 'three']]],
    ['FROM n |> JOIN n AS m ON n.id = m.id |> DROP id |> WHERE m.id = 1 |> SELECT n.name', [['one']]],
    [
      'FROM n |> SET id = 5 |> LEFT JOIN t USING (id) |> SELECT id, n.id AS was, g |> ORDER BY was',
      [
        [5, 1, null],
        [5, 3, null],
      ],
    ],
    ['FROM n |> SET id = id + 2 |> JOIN t USING (id) |> SELECT id, n.id AS was, g', [[3, 1, 'b']]],
    ['FROM n |> EXTEND 1 AS item, 2 AS extended |> EXTEND 3 AS a, 4 AS b |> WHERE id = 1', [[1, 'one', 1, 2, 3, 4]]],
    // DISTINCT keeps the names of FROM items, SELECT does not.
    [
      'FROM n |> CROSS JOIN t |> SELECT n.id, g |> AS q |> DISTINCT |> ORDER BY q.id, q.g',
      [
        [1, 'a'],
        [1, 'b'],
        [3, 'a'],
        [3, 'b'],
      ],
    ],
    ['FROM UNNEST([2, 1, 2]) AS x |> DISTINCT |> ORDER BY x', [[1], [2]]],
    ['FROM n |> JOIN n AS m USING (id) |> DISTINCT |> WHERE id = 1 |> SELECT * EXCEPT (name)', [[1]]],
    ['FROM t |> SELECT DISTINCT g |> ORDER BY g', [['a'], ['b']]],
    ['FROM t |> SELECT ALL g, |> WHERE g = "b"', [['b']]],
    ['FROM t |> AGGREGATE GROUP BY g |> ORDER BY g', [['a'], ['b']]],
    [
      'FROM t |> AGGREGATE GROUP BY g DESC, id ASC',
      [
        ['b', 3],
        ['a', 1],
        ['a', 2],
      ],
    ],
    [
      'FROM t |> AGGREGATE SUM(id) AS s DESC GROUP BY MOD(id, 2) AS m',
      [
        [1, 4],
        [0, 2],
      ],
    ],
    ['FROM t |> AGGREGATE COUNT(*) AS n DESC, MAX(id) + 0 DESC NULLS LAST GROUP BY id |> LIMIT 1', [[3, 1, 3]]],
    [
      'FROM t |> AGGREGATE COUNT(*) AS n DESC GROUP AND ORDER BY g DESC',
      [
        ['b', 1],
        ['a', 2],
      ],
    ],
    // Windows, named and in conditions.
    ['FROM t |> WHERE ROW_NUMBER() OVER (ORDER BY id DESC) = 1 |> SELECT t.id', [[3]]],
    ['FROM t |> WHERE id > 1 AND COUNT(*) OVER (PARTITION BY g) = 1 |> SELECT id', [[3]]],
    [
      'FROM t |> EXTEND SUM(id) OVER w AS s, COUNT(*) OVER w AS n WINDOW w AS (PARTITION BY g) |> WHERE id = 1 |> SELECT s, n',
      [[3, 2]],
    ],
    [
      'FROM t |> SELECT id, LAG(id) OVER w AS p WINDOW v AS (PARTITION BY g), w AS (v ORDER BY id) |> ORDER BY id',
      [
        [1, null],
        [2, 1],
        [3, null],
      ],
    ],
    // Queries beside the one in the pipe.
    [
      'FROM n |> UNION ALL (SELECT 2, "two"), (FROM n |> WHERE id = 1) |> ORDER BY id',
      [
        [1, 'one'],
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ],
    ],
    ['FROM n |> SELECT id |> UNION DISTINCT (FROM t |> SELECT id + 0.5) |> AGGREGATE SUM(id)', [[11.5]]],
    ['FROM t |> SELECT id |> EXCEPT DISTINCT (SELECT 1), (SELECT 2)', [[3]]],
    ['FROM t |> SELECT id |> INTERSECT DISTINCT (SELECT 1 UNION ALL SELECT 2), (SELECT 2)', [[2]]],
    ['FROM n |> LEFT OUTER UNION ALL BY NAME (SELECT "x" AS name, 1 AS more) |> WHERE id IS NULL', [[null, 'x']]],
    [
      'FROM n |> FULL UNION ALL BY NAME ON (more, name) (SELECT "x" AS name, 1 AS more) |> ORDER BY name',
      [
        [null, 'one'],
        [null, 'three'],
        [1, 'x'],
      ],
    ],
    ['SELECT 1 AS id UNION ALL SELECT 2 |> WHERE id = 2 |> UNION ALL (SELECT 3)', [[2], [3]]],
    [
      'SELECT id, (SELECT 10 AS x |> UNION ALL (SELECT t.id) |> AGGREGATE SUM(x)) FROM t ORDER BY id LIMIT 1',
      [[1, 11]],
    ],
    // WITH reaches from its operator to the end of the pipe.
    ['FROM n |> WITH m AS (FROM n |> SELECT id, 7 AS x) |> JOIN m USING (id) |> AGGREGATE SUM(x)', [[14]]],
    [
      'SELECT 2 AS key |> WITH a AS (SELECT 1 AS x), b AS (FROM a) |> WITH a AS (FROM b |> SET x = x + 1), |> CROSS JOIN a',
      [[2, 2]],
    ],
    ['WITH q AS (SELECT 1 AS x) FROM q |> WITH r AS (FROM q) |> UNION ALL (FROM r), (FROM q)', [[1], [1], [1]]],
    [
      'SELECT (FROM t AS u |> WITH q AS (SELECT 5 AS x) |> CROSS JOIN q |> WHERE u.id = t.id |> SELECT x + u.id) FROM t WHERE id = 2',
      [[7]],
    ],
    [
      '(FROM n |> WHERE id = 1) |> UNION ALL ((SELECT 9, "nine") UNION ALL (SELECT 8, "x") ORDER BY 1 DESC LIMIT 1) |> ORDER BY id',
      [
        [1, 'one'],
        [9, 'nine'],
      ],
    ],
    ['SELECT COUNT(*) FROM (FROM t |> WHERE id < 3)', [[2]]],
    ['WITH q AS (FROM t |> SELECT id) FROM q |> WHERE id = 3', [[3]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('names its columns like every query', async () => {
    expect(await database.columns('FROM t |> AGGREGATE COUNT(*), MAX(id) AS m GROUP BY g, id + 1')).toEqual([
      'g STRING',
      'f0_ INT64',
      'f1_ INT64',
      'm INT64',
    ]);
  });

  it.each([
    ['FROM t |> WHERE COUNT(*) > 1', '1:17 COUNT is an aggregate function'],
    ['FROM t |> SELECT COUNT(*)', '1:18 COUNT is an aggregate function; a pipe aggregates with |> AGGREGATE'],
    ['FROM t |> SELECT id |> WHERE g = "a"', '1:30 unrecognized name "g"'],
    ['FROM t |> SELECT id |> WHERE t.id = 1', '1:30 unrecognized name "t"'],
    ['FROM t |> DROP nope', '1:16 there is no column "nope"'],
    ['FROM n |> DROP id, name', 'DROP leaves no column'],
    ['FROM t |> SET id = 1, id = 2', '"id" is named twice'],
    ['FROM t |> SET nope = 1', 'there is no column "nope"'],
    ['FROM t |> EXTEND 1 AS id |> SELECT id', '"id" is ambiguous'],
    ['FROM t |> AGGREGATE id GROUP BY g', 'AGGREGATE takes aggregate functions'],
    ['FROM t |> AGGREGATE COUNT(*) GROUP BY 1', 'GROUP BY takes expressions here'],
    ['FROM t |> AGGREGATE COUNT(*) GROUP BY l', 'GROUP BY a value of type ARRAY<INT64>'],
    ['FROM t |> JOIN t ON TRUE', 'two FROM items are named "t"'],
    ['FROM t |> JOIN n ON t.id = n.id', 'two columns of the answer are named "id"'],
    ['FROM t |> TABLESAMPLE SYSTEM (1 PERCENT)', '|> TABLESAMPLE is not supported'],
    ['FROM t |> UNION ALL (SELECT 1)', '1:11 UNION ALL needs as many columns on both sides, found 3 and 1'],
    ['FROM n |> UNION ALL SELECT 1, "x"', '|> UNION ALL takes queries in parentheses'],
    ['FROM n |> UNION (FROM n)', '1:11 syntax error: write UNION ALL or UNION DISTINCT'],
    ['FROM n |> EXCEPT ALL (FROM n)', 'EXCEPT ALL is not supported'],
    ['FROM n |> UNION ALL (FROM n) |> SELECT n.id', 'unrecognized name "n"'],
    ['FROM t |> SELECT DISTINCT l', 'DISTINCT over a value of type ARRAY<INT64>'],
    ['FROM t |> SELECT DISTINCT id |> SELECT t.id', 'unrecognized name "t"'],
    ['FROM t |> SET id = 1 |> SELECT t.nope', '"t" has no column "nope"'],
    ['FROM t |> DROP id |> SELECT id', '1:29 unrecognized name "id"'],
    ['FROM t |> SET id = 1 |> AS u |> SELECT t.id', 'unrecognized name "t"'],
    ['FROM t |> SET id = 1 |> JOIN t ON TRUE', 'two FROM items are named "t"'],
    ['FROM t |> JOIN n USING (id) |> DISTINCT |> SELECT id', 'DISTINCT over'],
    ['FROM n |> JOIN n AS m USING (id) |> DISTINCT |> SELECT n.name', '1:58 "n" has no column "name"'],
    ['FROM n |> JOIN n AS m USING (id) |> DISTINCT |> SELECT nope', '1:56 unrecognized name "nope"'],
    ['FROM n |> JOIN n AS m USING (id) |> SELECT id |> RENAME id AS a, id AS b', '"id" is named twice'],
    ['FROM n |> JOIN n AS m ON TRUE |> RENAME id AS a', '"id" is ambiguous'],
    ['FROM t |> ORDER BY COUNT(*)', 'COUNT is an aggregate function'],
    [
      'FROM t |> EXTEND SUM(id) OVER w AS s WINDOW w AS (ORDER BY id) |> EXTEND SUM(id) OVER w AS r',
      '1:87 there is no window "w"',
    ],
    ['FROM t |> AGGREGATE GROUP BY g, nope', '1:33 unrecognized name "nope"'],
    ['FROM t |> WITH q AS (FROM r), r AS (SELECT 1 AS x) |> JOIN r ON TRUE', '1:27 there is no table "r"'],
    ['FROM q |> WITH q AS (SELECT 1 AS x) |> SELECT x', '1:6 there is no table "q"'],
    ['SELECT 1 FROM (FROM t |> WITH q AS (SELECT 1 AS x)  |> SELECT id), q', '1:68 there is no table "q"'],
    ['FROM t |> CALL f(1)', '|> CALL is not supported'],
    ['FROM t |> DISTINCT', 'DISTINCT over a value of type ARRAY<INT64>'],
    ['FROM nope |> SELECT 1', 'there is no table "nope"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
