import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const M = [
  { name: 'id', type: 'INT64' },
  {
    name: 'm',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'k', type: 'STRING' },
      { name: 'n', type: 'INT64' },
    ],
  },
];

describe('pipes over elements', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, l: [10, 20] }, { id: 2 }),
    't.schema.json': schemaOf('id INT64, l INT64[]'),
    'r.ndjson': ndjson({ id: 1, m: [{ k: 'a', n: 5 }] }, { id: 2 }),
    'r.schema.json': JSON.stringify(M),
  });

  it.each<[string, unknown]>([
    ['FROM UNNEST([1, 2]) AS x |> SET x = x * 10 |> WHERE x > 10', [[20]]],
    [
      'FROM t, UNNEST(l) AS e WITH OFFSET |> SET e = "x", offset = offset + 1 |> SELECT id, e, offset |> ORDER BY offset',
      [
        [1, 'x', 1],
        [1, 'x', 2],
      ],
    ],
    [
      'FROM t, UNNEST(l) AS e WITH OFFSET AS o |> DROP l, o |> RENAME e AS value |> ORDER BY value DESC |> LIMIT 1',
      [[1, 20]],
    ],
    // An element that nothing was changed of is still named, and one column of the answer.
    ['FROM r, UNNEST(m) AS e |> DROP m', [[1, { k: 'a', n: 5 }]]],
    ['FROM r, UNNEST(m) AS e |> DROP m |> SELECT e.k AS x, n AS y, *', [['a', 5, 1, 'a', 5]]],
    ['FROM r, UNNEST(m) AS e |> SET id = 7 |> SELECT r.id AS old, id, e.n', [[1, 7, 5]]],
    ['FROM r, UNNEST(m) AS e |> SET e = e.n |> DROP m', [[1, 5]]],
    ['FROM r |> CROSS JOIN UNNEST(m) AS e |> DROP m |> AS q |> SELECT q.e.k', [['a']]],
    ['FROM r, UNNEST(m) AS e |> DROP m |> DISTINCT |> SELECT e.k', [['a']]],
    [
      'FROM r, UNNEST(m) AS e |> DROP m |> UNION ALL (SELECT 2, STRUCT("b", 6)) |> ORDER BY 1 DESC',
      [
        [2, { k: 'b', n: 6 }],
        [1, { k: 'a', n: 5 }],
      ],
    ],
    // A column hides the FROM item of its name.
    ['FROM t AS id |> SET id = 5 |> SELECT DISTINCT id', [[5]]],
    // A position in ORDER BY
    [
      'FROM t |> SELECT id, id * -1 AS minus |> ORDER BY 2 DESC, 1',
      [
        [1, -1],
        [2, -2],
      ],
    ],
    ['FROM r, UNNEST(m) AS e |> DROP e, m |> ORDER BY 1', [[1]]],
    ['FROM t |> SELECT id |> LIMIT (1) OFFSET (1)', [[2]]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['FROM r, UNNEST(m) AS e |> SET k = "x"', '1:31 there is no column "k"'],
    ['FROM r, UNNEST(m) AS e |> SET e = 1 |> SELECT e.k', 'cannot read field "k" of INT64'],
    ['FROM t, UNNEST(l) AS e |> DROP e |> SELECT e', 'unrecognized name "e"'],
    ['FROM t |> SELECT id |> ORDER BY 2', 'there is no column 2; the answer has 1'],
    ['FROM r, UNNEST(m) AS e |> ORDER BY 3', 'cannot order by a value of type STRUCT'],
    ['FROM r |> DISTINCT', 'DISTINCT over a value of type ARRAY'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
