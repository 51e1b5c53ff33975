import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('numbers, conversions, conditionals and arrays', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ n: 1.5, s: ' 12 ', a: [1, 2], w: ['x'] }),
    't.schema.json': schemaOf('n NUMERIC, s STRING, a INT64[], w STRING[]'),
  });

  it.each<[string, unknown]>([
    ['ABS(-5), ABS(-1.5), SIGN(-3), SIGN(0), FLOOR(-1.5), CEIL(1.2), FLOOR(2)', [5, 1.5, -1, 0, -2, 2, 2]],
    ['ROUND(2.5), ROUND(-2.5), ROUND(-0.4), SQRT(4)', [3, -3, 0, 2]],
    ['DIV(7, 2), DIV(-7, 2), DIV(7, -2), MOD(-7, 2), MOD(7, -2)', [3, -3, -3, -1, 1]],
    ['SAFE_DIVIDE(1, 2), SAFE_DIVIDE(1, 0), SAFE_DIVIDE(1e308, 1e-308), SAFE_DIVIDE(NULL, 1)', [0.5, null, null, null]],
    ['TRUNC(-1.7), POW(2, 10), POWER(2.0, -1), EXP(0), LN(1), LOG10(1000), POW(0, 0)', [-1, 1024, 0.5, 1, 0, 3, 1]],
    [
      'IS_NAN(IEEE_DIVIDE(0, 0)), IS_NAN(1), IS_INF(IEEE_DIVIDE(-1, 0)), IS_INF(NULL), POW(IEEE_DIVIDE(1, 0), 2), EXP(IEEE_DIVIDE(-1, 0))',
      [true, false, true, null, 'Infinity', 0],
    ],
    ['BIT_COUNT(0), BIT_COUNT(-1), BIT_COUNT(5), BIT_COUNT(NULL)', [0, 64, 2, null]],
    [
      'SAFE_ADD(9223372036854775807, 1), SAFE_ADD(1, 2), SAFE_SUBTRACT(-9223372036854775808, 1), SAFE_MULTIPLY(9223372036854775807, 9223372036854775807), SAFE_NEGATE(-9223372036854775808), SAFE_NEGATE(5)',
      [null, 3, null, null, null, -5],
    ],
    [
      'SAFE_MULTIPLY(1e308, 10), SAFE_ADD(1.5, 1), SAFE_ADD(IEEE_DIVIDE(1, 0), 1), SAFE_ADD(NULL, 1)',
      [null, 2.5, 'Infinity', null],
    ],
    [
      ['ADD', 'SUBTRACT', 'MULTIPLY']
        .map((name) => `SAFE_${name}(CAST(NULL AS NUMERIC), 1), SAFE_${name}(NUMERIC '1', NULL)`)
        .join(),
      [null, null, null, null, null, null],
    ],
    ['SAFE_NEGATE(CAST(NULL AS NUMERIC)), SAFE_ADD(CAST(NULL AS NUMERIC), 1.5)', [null, null]],
    ['(SELECT SUM(x) FROM UNNEST([]) AS x), (SELECT AVG(x + y) FROM UNNEST([1]) AS y, UNNEST([]) AS x)', [null, null]],
    // CAST
    [`CAST('12' AS INT64), CAST(' -12 ' AS INT64), CAST('+7' AS INT64)`, [12, -12, 7]],
    ['CAST(2.5 AS INT64), CAST(-2.5 AS INT64), CAST(0.5 AS INT64), CAST(1.4 AS INT64)', [3, -3, 1, 1]],
    ['CAST(TRUE AS STRING), CAST(FALSE AS INT64), CAST(2 AS BOOL), CAST(-7 AS STRING)', ['true', 0, true, '-7']],
    [`CAST(NULL AS STRING), CAST(CAST(NULL AS STRING) AS INT64), CAST(1 AS FLOAT64)`, [null, null, 1]],
    [
      `CAST('2026-11-20' AS DATE), CAST('2026-1-5' AS DATE), CAST(DATE '0001-01-01' AS STRING)`,
      ['2026-11-20', '2026-01-05', '0001-01-01'],
    ],
    [
      `CAST(TIMESTAMP '1969-12-31 23:59:59.5' AS DATE), CAST(DATE '1969-12-31' AS TIMESTAMP)`,
      ['1969-12-31', '1969-12-31T00:00:00Z'],
    ],
    [
      `CAST(DATETIME '2026-11-20 10:00:00' AS TIMESTAMP), CAST('é' AS BYTES), CAST(1 AS NUMERIC)`,
      ['2026-11-20T10:00:00Z', 'w6k=', 1],
    ],
    [
      `SAFE_CAST('x' AS INT64), SAFE_CAST('1.5' AS INT64), SAFE_CAST('9223372036854775808' AS INT64), SAFE_CAST('' AS INT64)`,
      [null, null, null, null],
    ],
    [
      `SAFE_CAST('12' AS INT64), SAFE_CAST(1 AS STRING), SAFE_CAST('2026-02-30' AS DATE), SAFE_CAST('x' AS DATE), SAFE_CAST('2026-1-5' AS DATE)`,
      [12, '1', null, null, '2026-01-05'],
    ],
    // Conditionals
    [`CASE WHEN FALSE THEN 1 WHEN NULL THEN 2 ELSE 2.5 END, CASE WHEN FALSE THEN 'a' END`, [2.5, null]],
    [`CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' ELSE 'c' END, CASE NULL WHEN NULL THEN 1 ELSE 2 END`, ['b', 2]],
    [`IF(TRUE, 1, 2.5), IF(NULL, 1, 2), IF(1 = 1, NULL, 'a')`, [1, 2, null]],
    [
      `COALESCE(NULL, NULL), COALESCE(NULL, 1, 2), IFNULL(NULL, 'a'), NULLIF(1, 1), NULLIF(1, 2)`,
      [null, 1, 'a', null, 1],
    ],
    [`COALESCE(NULL, DATE '2026-01-01', '2026-01-02'), IF(FALSE, 1 / 0, 1)`, ['2026-01-01', 1]],
    [`GREATEST(1, 3, 2), LEAST('b', 'a'), GREATEST(1, NULL), LEAST(NULL, 1)`, [3, 'a', null, null]],
    // Arrays
    [
      'GENERATE_ARRAY(1, 5, 2), GENERATE_ARRAY(5, 1, -2), GENERATE_ARRAY(5, 1), GENERATE_ARRAY(1, 1)',
      [[1, 3, 5], [5, 3, 1], [], [1]],
    ],
    ['GENERATE_ARRAY(1, NULL), GENERATE_ARRAY(1, 4, 2), GENERATE_ARRAY(-1, 1)', [[], [1, 3], [-1, 0, 1]]],
    [
      `GENERATE_TIMESTAMP_ARRAY('1969-12-31 23:00:00', '1970-01-01 01:30:00', INTERVAL 1 HOUR)`,
      ['1969-12-31T23:00:00Z', '1970-01-01T00:00:00Z', '1970-01-01T01:00:00Z'],
    ],
    [
      `GENERATE_TIMESTAMP_ARRAY('2026-01-01', '2026-01-01', INTERVAL 1 DAY), GENERATE_TIMESTAMP_ARRAY('2026-01-02', '2026-01-01', INTERVAL -12 HOUR)`,
      [['2026-01-01T00:00:00Z'], ['2026-01-02T00:00:00Z', '2026-01-01T12:00:00Z', '2026-01-01T00:00:00Z']],
    ],
    [
      `GENERATE_TIMESTAMP_ARRAY(NULL, '2026-01-01', INTERVAL 1 DAY), GENERATE_TIMESTAMP_ARRAY('2026-01-02', '2026-01-01', INTERVAL 1 DAY)`,
      [[], []],
    ],
    [
      '[1, 2][OFFSET(0)], [1, 2][ORDINAL(2)], [1, 2][1], [1][SAFE_OFFSET(1)], [1][SAFE_ORDINAL(0)], [1][SAFE_OFFSET(-1)]',
      [1, 2, 2, null, null, null],
    ],
    ['[1][OFFSET(NULL)], CAST(NULL AS ARRAY<INT64>)[OFFSET(0)]', [null, null]],
    [
      'ARRAY_CONCAT([1], [2, 3], []), ARRAY_CONCAT([1, 2.5]), ARRAY_CONCAT([1], CAST(NULL AS ARRAY<INT64>)), ARRAY_REVERSE([1, 2]), ARRAY_REVERSE(ARRAY<INT64>[])',
      [[1, 2, 3], [1, 2.5], [], [2, 1], []],
    ],
    [
      `ARRAY_FIRST(['a', 'b']), ARRAY_LAST([1, 2]), ARRAY_FIRST(CAST(NULL AS ARRAY<INT64>)), ARRAY_LAST([1, NULL])`,
      ['a', 2, null, null],
    ],
    [`ARRAY_LENGTH([1, 2]), ARRAY_LENGTH([]), ARRAY_LENGTH(CAST(NULL AS ARRAY<INT64>))`, [2, 0, null]],
    [
      `ARRAY_TO_STRING(['a', NULL, 'b'], '-'), ARRAY_TO_STRING(ARRAY<STRING>[], '-'), ARRAY_TO_STRING(['a'], NULL)`,
      ['a-b', '', null],
    ],
    [
      `ARRAY_LENGTH(a), a[OFFSET(0)], COALESCE(a, [1]), IF(TRUE, [1], a)[OFFSET(0)], ARRAY_TO_STRING(w, ','), ARRAY_CONCAT(a, [3]), ARRAY_LAST(a) FROM t`,
      [2, 1, [1, 2], 1, 'x', [1, 2, 3], 2],
    ],
    [`STRUCT(1 AS a).a, STRUCT(STRUCT('x' AS c) AS b).b.c, [STRUCT(1 AS d)][OFFSET(0)].D`, [1, 'x', 1]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    ['DIV(1, 0)', 'division by zero'],
    ['MOD(1, 0)', 'division by zero'],
    ['DIV(-9223372036854775808, -1)', 'Overflow'],
    ['ABS(-9223372036854775808)', 'Overflow'],
    ['SQRT(-1)', 'negative'],
    ['LN(0)', 'zero'],
    ['LN(-1)', 'negative'],
    ['LOG10(0)', 'zero'],
    ['POW(0, -1)', 'floating point error in POW'],
    ['POW(-1, 0.5)', 'floating point error in POW'],
    ['POW(10, 400)', 'floating point error in POW'],
    ['EXP(1000)', 'floating point error in EXP'],
    ['SAFE_ADD(DIV(1, 0), 1)', 'division by zero'],
    ['ARRAY_FIRST(ARRAY<INT64>[])', 'empty array'],
    ['ARRAY_LAST(ARRAY<INT64>[])', 'empty array'],
    [`CAST('x' AS INT64)`, 'bad INT64'],
    [`CAST('1.0' AS INT64)`, 'bad INT64'],
    [`CAST('9223372036854775808' AS INT64)`, 'bad INT64'],
    ['CAST(1e19 AS INT64)', 'out of range'],
    [`CAST('2026-02-30' AS DATE)`, 'bad DATE'],
    [`CAST('2026-01-05 10:00:00' AS DATE)`, 'bad DATE'],
    ['GENERATE_ARRAY(1, 5, 0)', 'step'],
    [`GENERATE_TIMESTAMP_ARRAY('2026-01-01', '2026-01-02', INTERVAL 0 DAY)`, 'step'],
    ['[1, 2][OFFSET(2)]', 'out of bounds'],
    ['[1, 2][OFFSET(-1)]', 'out of bounds'],
    ['[1, 2][ORDINAL(0)]', 'out of bounds'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`ARRAY_CONCAT([1], ['a'])`, 'the arguments of ARRAY_CONCAT need one common type'],
    ['ARRAY_FIRST(1)', 'no ARRAY_FIRST(INT64); there is ARRAY_FIRST(ARRAY<T>)'],
    [`CAST(1 AS DATE)`, 'CAST of INT64 to DATE'],
    [`CAST(1 AS HUGEINT)`, 'type "HUGEINT" is not supported'],
    [`CAST('POINT(0 0)' AS GEOGRAPHY)`, 'type "GEOGRAPHY" is not supported'],
    [`IF(TRUE, 1, 'a')`, '1:17 the results of IF need one common type, found INT64, STRING'],
    [`CASE WHEN TRUE THEN 1 ELSE 'a' END`, 'the results of CASE need one common type'],
    [`CASE 'a' WHEN 1 THEN 1 END`, 'the values of CASE need one common type'],
    [`IF(1, 2, 3)`, 'expected BOOL, found INT64'],
    [`COALESCE()`, 'COALESCE takes 1 to 1000 arguments'],
    [`[1]['a']`, 'expected INT64, found STRING'],
    [`s[OFFSET(0)]`, 'GoogleSQL has no […] on STRING'],
    [`STRUCT(1 AS a).b`, 'no field "b". There is a'],
    [`getenv('HOME')`, 'function GETENV is not supported'],
    [`list_transform([1], x -> x)`, 'syntax error'],
    ['[x for x in [1]]', 'unexpected'],
    [`{'a': 1}`, 'syntax error: unexpected "{"'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });
});
