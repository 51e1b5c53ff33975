import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('|> ASSERT', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, g: 'a', l: [1, 2] }, { id: 2, g: 'a' }, { id: 3 }),
    't.schema.json': schemaOf('id INT64, g STRING, l INT64[]'),
  });

  it.each<[string, unknown]>([
    ['FROM t |> SELECT id |> ASSERT id > 0 |> ORDER BY id', [[1], [2], [3]]],
    ['FROM t |> ORDER BY id DESC |> ASSERT id > 0, "too small", id |> SELECT t.id, l |> LIMIT 1', [[3, []]]],
    // Nothing is asserted of no rows, and no message is worked out where the condition holds.
    ['FROM t |> WHERE id > 3 |> ASSERT FALSE, "none" |> AGGREGATE COUNT(*)', [[0]]],
    ['FROM t |> ASSERT id > 0, ERROR("not this"), 1 / 0 |> AGGREGATE SUM(id)', [[6]]],
    ['FROM t |> WHERE id > 1 |> ASSERT id > 1 |> AGGREGATE COUNT(*)', [[2]]],
    ['SELECT 1 AS x |> ASSERT x = 1 |> EXTEND x + 1 AS y', [[1, 2]]],
    // In subqueries, over what is around them.
    [
      'SELECT id, (FROM UNNEST(l) AS x |> ASSERT x >= id |> AGGREGATE SUM(x)) FROM t ORDER BY id',
      [
        [1, 3],
        [2, null],
        [3, null],
      ],
    ],
    ['SELECT SUM((FROM UNNEST([4, 5]) AS x |> ASSERT x > id, "no" |> AGGREGATE COUNT(*))) FROM t', [[6]]],
    ['SELECT id FROM t WHERE EXISTS (FROM UNNEST(l) AS x |> ASSERT x < 3)', [[1]]],
    ['FROM t |> ASSERT id IN (SELECT t2.id FROM t AS t2) |> AGGREGATE MAX(id)', [[3]]],
    ['SELECT (FROM UNNEST([1]) AS x |> ASSERT FALSE |> AGGREGATE COUNT(*)) FROM t WHERE FALSE', []],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    // Neither a filter nor a limit, a join or an order further on keeps the row that fails from being looked at.
    ['FROM t |> ASSERT id < 3', 'Assert failed: the condition in line 1, column 18'],
    ['FROM t |> ASSERT id < 3 |> WHERE id < 3', 'Assert failed'],
    ['FROM t |> ASSERT id < 3 |> LIMIT 1', 'Assert failed'],
    ['FROM t |> ASSERT id < 3 |> ORDER BY id |> LIMIT 1', 'Assert failed'],
    ['FROM t |> ASSERT id < 3 |> SELECT id |> JOIN (SELECT 1 AS id) USING (id)', 'Assert failed'],
    ['FROM t |> ASSERT id < 3 |> AGGREGATE COUNT(*)', 'Assert failed'],
    ['SELECT EXISTS (FROM t |> ASSERT id < 3)', 'Assert failed'],
    ['SELECT 1 IN (FROM t |> ASSERT id < 3 |> SELECT id)', 'Assert failed'],
    ['SELECT (FROM UNNEST(l) AS x |> ASSERT x > id |> AGGREGATE SUM(x)) FROM t', 'Assert failed'],
    // NULL is no TRUE.
    ['FROM t |> ASSERT g = "a"', 'Assert failed'],
    ['FROM t |> ASSERT NULL', 'Assert failed'],
    ['FROM t |> ASSERT id <> 2, "id is", id, g, TRUE, 1.5', 'Assert failed: id is 2 a true 1.5'],
    ['FROM t |> ASSERT id <> 3, g, NULL, DATE "2026-01-02"', 'Assert failed: NULL NULL 2026-01-02'],
    ['FROM t |> ASSERT id <> 3, ERROR("mine")', 'ERROR: mine'],
    ['FROM t |> ASSERT 1 / (id - 1) > 0', 'division by zero'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(sql)).toContain(message);
  });

  it.each([
    ['FROM t |> ASSERT id', '1:18 expected BOOL, found INT64'],
    ['FROM t |> ASSERT', 'syntax error'],
    ['FROM t |> ASSERT id > 0,', '1:11 ASSERT takes a condition, and values for its message'],
    ['FROM t |> ASSERT id > 0 AS x', '1:25 syntax error: unexpected "AS"'],
    ['FROM t |> ASSERT *', 'syntax error: unexpected "*"'],
    ['FROM t |> ASSERT COUNT(*) > 0', 'COUNT is an aggregate function'],
    ['FROM t |> ASSERT COUNT(*) OVER () > 0', 'cannot stand in ASSERT'],
    ['FROM t |> ASSERT id > 0, l', 'of ARRAY<INT64>'],
    ['FROM t |> ASSERT nope', '1:18 unrecognized name "nope"'],
    ['FROM t |> ASSERT EXISTS (SELECT 1 FROM nope)', 'there is no table "nope"'],
    ['FROM t |> ASSERT TRUE, (SELECT MAX(x) FROM nope)', 'there is no table "nope"'],
    ['SELECT 1 |> ASSERT TRUE WINDOW w AS ()', 'syntax error: unexpected "WINDOW"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
