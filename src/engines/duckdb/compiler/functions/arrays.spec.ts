import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('array functions', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ id: 1, l: [1, 2, 3] }, { id: 2 }),
    't.schema.json': schemaOf('id INT64, l INT64[]'),
  });
  const A = `['a', 'b', 'c', 'd']`;

  it.each<[string, unknown]>([
    [`ARRAY_SLICE(${A}, 1, 2), ARRAY_SLICE(${A}, 3, 3), ARRAY_SLICE(${A}, 2, 1)`, [['b', 'c'], ['d'], []]],
    [`ARRAY_SLICE(${A}, -3, -2), ARRAY_SLICE(${A}, 1, -2), ARRAY_SLICE(${A}, -1, 3)`, [['b', 'c'], ['b', 'c'], ['d']]],
    [
      `ARRAY_SLICE(${A}, -30, 0), ARRAY_SLICE(${A}, 2, 30), ARRAY_SLICE(${A}, 0, -30), ARRAY_SLICE(${A}, 4, 9)`,
      [['a'], ['c', 'd'], [], []],
    ],
    ['ARRAY_SLICE([1], 0, 9223372036854775807), ARRAY_SLICE([1, 2], -9223372036854775808, -1)', [[1], [1, 2]]],
    [
      'ARRAY_SLICE([1], NULL, 1) IS NULL, ARRAY_SLICE(NULL, 0, 1) IS NULL, ARRAY_SLICE(ARRAY<INT64>[], 0, 1)',
      [true, true, []],
    ],
    ['ARRAY_SLICE([NULL, 1], 0, 0)[OFFSET(0)]', null],
    [
      `ARRAY_TO_STRING(['a', NULL, 'b'], '-', '?'), ARRAY_TO_STRING([], '-', '?'), ARRAY_TO_STRING(['a'], NULL, '?')`,
      ['a-?-b', '', null],
    ],
    [`ARRAY_TO_STRING(NULL, ',')`, null],
    [
      'GENERATE_ARRAY(0, 1, 0.25), GENERATE_ARRAY(1.5, 0, -0.5), GENERATE_ARRAY(0.5, 0.5)',
      [[0, 0.25, 0.5, 0.75, 1], [1.5, 1, 0.5, 0], [0.5]],
    ],
    // As many times the step, not step after step.
    [
      'GENERATE_ARRAY(0, 0.3, 0.1), GENERATE_ARRAY(1.0, 0), GENERATE_ARRAY(0, NULL, 1.5) IS NULL',
      [[0, 0.1, 0.2], [], true],
    ],
    [`GENERATE_ARRAY(NUMERIC '0.1', 1, NUMERIC '0.3')`, [0.1, 0.4, 0.7, 1].map((n) => (n === 1 ? 1 : String(n)))],
    [
      'NULL IN UNNEST([1]), 1 IN UNNEST([1.0, NULL]), 2 IN UNNEST([1.5, NULL]), ARRAY_LENGTH(NULL)',
      [null, true, null, null],
    ],
    ['ARRAY[1, 2], ARRAY_LENGTH([NULL, 1]), [NULL, 2][OFFSET(1)], ARRAY_LENGTH([NULL])', [[1, 2], 2, 2, 1]],
    ['ARRAY_LENGTH(ARRAY_AGG(NULL)), ARRAY_LENGTH(ARRAY_AGG(id IGNORE NULLS)) FROM t', [2, 2]],
    ['ARRAY_SLICE(l, 0, 1), ARRAY_REVERSE(l) FROM t WHERE id = 2', [[], []]],
    ['ARRAY_SLICE(l, 0, 1), ARRAY(SELECT CAST(x AS FLOAT64) FROM UNNEST(l) AS x) FROM t WHERE id = 2', [[], []]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    ['GENERATE_ARRAY(0, 1, 0.0)', 'the step of GENERATE_ARRAY is 0'],
    ['GENERATE_ARRAY(0, IEEE_DIVIDE(1, 0), 1)', 'not finite'],
    ['GENERATE_ARRAY(0, 1e300, 1.0)', 'more than 1048576'],
    [`ARRAY_TO_STRING(['a'], ',', NULL)`, 'NULL as the text'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`ARRAY_LENGTH(ERROR('x'))`, 'no ARRAY_LENGTH(ERROR)'],
    [`ARRAY_SLICE('a', 0, 1)`, 'no ARRAY_SLICE(STRING, INT64, INT64); there is ARRAY_SLICE(ARRAY<T>, INT64, INT64)'],
    ['ARRAY_SLICE([1], 0.5, 1)', 'no ARRAY_SLICE(ARRAY<INT64>, FLOAT64, INT64)'],
    [`GENERATE_ARRAY('a', 'b')`, 'no GENERATE_ARRAY(STRING, STRING); there is GENERATE_ARRAY(INT64, INT64 [, INT64])'],
    [
      `ARRAY_TO_STRING([1], ',')`,
      'no ARRAY_TO_STRING(ARRAY<INT64>, STRING); there is ARRAY_TO_STRING(ARRAY<STRING>, STRING [, STRING])',
    ],
    [`ARRAY_TO_STRING([b'a'], b',')`, 'ARRAY_TO_STRING(ARRAY<BYTES>, BYTES) is not supported'],
    ['1 IN UNNEST(["a"])', 'expected ARRAY<INT64>, found ARRAY<STRING>'],
    ['ARRAY_DISTINCT([1])', 'function ARRAY_DISTINCT'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
