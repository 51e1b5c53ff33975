import { ndjson, schemaOf, useDuckDb } from '../../../../test/support/duckdb.js';

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
    ['SELECT COUNT(*) FROM (FROM t |> WHERE id < 3)', [[2]]],
    ['WITH q AS (FROM t |> SELECT id) FROM q |> WHERE id = 3', [[3]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it('names its columns as any other query does', async () => {
    expect(await database.columns('FROM t |> AGGREGATE COUNT(*), MAX(id) AS m GROUP BY g, id + 1')).toEqual([
      'g STRING',
      'f0_ INT64',
      'f1_ INT64',
      'm INT64',
    ]);
  });

  it.each([
    ['FROM t |> WHERE COUNT(*) > 1', '1:17 COUNT is an aggregate function'],
    ['FROM t |> WHERE ROW_NUMBER() OVER () = 1', 'ROW_NUMBER … OVER cannot stand in WHERE'],
    ['FROM t |> SELECT COUNT(*)', '1:18 COUNT is an aggregate function; a pipe aggregates with |> AGGREGATE'],
    ['FROM t |> SELECT id |> WHERE g = "a"', '1:30 unrecognized name "g"'],
    ['FROM t |> SELECT id |> WHERE t.id = 1', '1:30 unrecognized name "t"'],
    ['FROM t |> DROP nope', '1:16 there is no column "nope"'],
    ['FROM t |> DROP id |> WHERE t.id = 1', '"t" has no column "id"'],
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
    ['FROM t |> UNION ALL (SELECT 1)', '|> UNION is not supported'],
    ['FROM t |> DISTINCT', 'DISTINCT over a value of type ARRAY<INT64>'],
    ['FROM nope |> SELECT 1', 'there is no table "nope"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
