import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('LIKE with ANY, SOME and ALL', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `'a' LIKE ANY ('b', 'a%'), 'a' LIKE SOME ('b', 'c'), 'a' LIKE ANY ('a'), 'a' LIKE ALL ('a', '_', '%')`,
      [true, false, true, true],
    ],
    [`'a' LIKE ALL ('a', 'b'), NOT 'a' LIKE ALL ('a', 'b')`, [false, true]],
    // NOT goes with each of the patterns.
    [
      `'a' NOT LIKE ANY ('a', 'b'), 'a' NOT LIKE ANY ('a', '%'), 'a' NOT LIKE ALL ('b', 'c'), 'a' NOT LIKE ALL ('a', 'c')`,
      [true, false, true, false],
    ],
    [
      `'a' LIKE ANY ('a', NULL), 'a' LIKE SOME ('b', NULL), 'a' LIKE ALL ('a', NULL), 'a' LIKE ALL ('b', NULL)`,
      [true, null, null, false],
    ],
    [`NULL LIKE ANY ('a', 'b'), NULL NOT LIKE ALL ('a'), 'a' NOT LIKE ANY ('a', NULL)`, [null, null, null]],
    [String.raw`'a%' LIKE ANY ('a\\%'), 'ab' LIKE ANY ('a\\%'), b'\xff' LIKE ANY (b'a', b'_')`, [true, false, true]],
    [`'a' LIKE ANY ('b', 'a') AND false, 'a' || 'b' LIKE ANY ('ab')`, [false, true]],
    [
      `'ab' LIKE ANY UNNEST(['b', 'a%']), 'a' LIKE ALL UNNEST(['a', 'b']), b'a' LIKE ANY UNNEST([b'_'])`,
      [true, false, true],
    ],
    [
      `'a' LIKE ANY UNNEST(['a', NULL]), 'a' LIKE SOME UNNEST(['b', NULL]), 'a' NOT LIKE ALL UNNEST(['a', NULL])`,
      [true, null, false],
    ],
    [`'a' LIKE ANY UNNEST([]), 'a' NOT LIKE ALL UNNEST(SPLIT(NULL)), NULL LIKE ANY UNNEST([])`, [false, true, false]],
    [
      `'a' LIKE ANY (SELECT p FROM UNNEST(['b', 'a%']) AS p), 'a' LIKE ALL (SELECT p FROM UNNEST(['b', 'a%']) AS p), 'a' LIKE ANY (SELECT p FROM UNNEST(['b', NULL]) AS p)`,
      [true, false, null],
    ],
    [
      `'a' LIKE ANY ((SELECT 'a')), 'a' NOT LIKE ALL ((SELECT 'a'), 'b'), b'a' LIKE SOME (SELECT b'_'), NULL LIKE ANY (SELECT 'a')`,
      [true, false, true, null],
    ],
    [
      `'a' LIKE ANY (SELECT 'a' FROM UNNEST([1]) WHERE FALSE), 'a' LIKE ALL (SELECT 'b' FROM UNNEST([1]) WHERE FALSE)`,
      [false, true],
    ],
    ['x LIKE ANY (p, q) FROM (SELECT "ab" AS x, "b" AS p, "a_" AS q)', true],
    ['(SELECT x LIKE ANY UNNEST(ARRAY(SELECT p FROM UNNEST(["b", "a%"]) AS p)) FROM UNNEST(["ab"]) AS x)', true],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    // Older documentation says the contrary of what newer does.
    [`'a' NOT LIKE ALL (SELECT 'a' FROM UNNEST([1]) WHERE FALSE)`, 'an array without patterns'],
    [`'a' LIKE ALL UNNEST([])`, 'an array without patterns'],
    [`'a' NOT LIKE ANY UNNEST([])`, 'an array without patterns'],
    [String.raw`'a' LIKE ANY UNNEST(['a\\'])`, 'cannot end with a backslash'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`'a' LIKE ANY (SELECT 'a', 'b')`, '1:21 the subquery of LIKE must return one column'],
    [`'a' LIKE ANY (SELECT 1)`, 'LIKE needs an ARRAY of STRING here, found ARRAY<INT64>'],
    [`'a' LIKE ANY 'a'`, 'the patterns stand in parentheses'],
    [`'a' LIKE ANY ('a', 1)`, '1:27 LIKE needs STRING or BYTES on both sides, found INT64 beside STRING'],
    [`'a' LIKE ANY (b'a')`, 'found STRING beside BYTES'],
    [`1 LIKE 'a'`, 'found INT64 beside STRING'],
    [`'a' LIKE ANY UNNEST([1])`, 'LIKE needs an ARRAY of STRING here, found ARRAY<INT64>'],
    [String.raw`'a' LIKE ANY ('b', 'a\\')`, 'cannot end with a backslash'],
    [`'a' = ANY ('a')`, 'syntax error: write IN (…) for = ANY (…)'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
