import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const NAN = `CAST('nan' AS FLOAT64)`;
const INF = `CAST('inf' AS FLOAT64)`;
const MOST = `NUMERIC '99999999999999999999999999999.999999999'`;

describe('numbers', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ f: 2.675, n: 1.5, i: 3 }),
    't.schema.json': schemaOf('f FLOAT64, n NUMERIC, i INT64'),
  });

  it.each<[string, unknown]>([
    // Half away from zero of what the double is: 1.005 and 2.675 lie below.
    [
      'ROUND(2.5), ROUND(-2.5), ROUND(1.005, 2), ROUND(2.675, 2), ROUND(0.125, 2), ROUND(-0.375, 2)',
      [3, -3, 1, 2.67, 0.13, -0.38],
    ],
    [
      'ROUND(1250, -2), ROUND(1249.9, -2), ROUND(-5, -1), ROUND(4, -1), ROUND(7, -300), ROUND(7, 0)',
      [1300, 1200, -10, 0, 0, 7],
    ],
    ['ROUND(1e15 / 7, 3), ROUND(1e300, 2), ROUND(1.5, NULL), ROUND(NULL, 1)', [142857142857142.84, 1e300, null, null]],
    [`ROUND(NUMERIC '2.45', 1, NULL)`, null],
    [`ROUND(${NAN}, 2), ROUND(${INF}, 2), ROUND(${INF}, -2)`, ['NaN', 'Infinity', 'Infinity']],
    // BigQuery's 64 bits of mantissa show.
    [
      'ROUND(0.000011, 5), ROUND(0.0000011, 6), ROUND(-1.1e-7, 7), ROUND(1.1e-8, 8), ROUND(1.1e-9, 9), ROUND(1.1e-10, 10), ROUND(-1.1e-11, 11)',
      [1e-5, 1e-6, -1e-7, 1e-8, 1e-9, 1e-10, -1e-11],
    ],
    [
      'ROUND(0.015625, 5), ROUND(-0.015625, 5), ROUND(0.00048828125, 10), ROUND(0.4990234375, 9)',
      [0.01563, -0.01563, 0.0004882813, 0.499023438],
    ],
    ['ROUND(0.01207, 5), ROUND(1.23456789, 6), ROUND(0.000001, 5)', [0.012069999999999999, 1.234568, 0]],
    ['TRUNC(2.39, 1), TRUNC(2.3, 1), TRUNC(-2.39, 1), TRUNC(1299, -2), TRUNC(0.29, 2)', [2.3, 2.2, -2.3, 1200, 0.28]],
    [
      `ROUND(NUMERIC '2.45', 1), ROUND(NUMERIC '-2.45', 1), ROUND(NUMERIC '25', -1), ROUND(NUMERIC '1.5', 12)`,
      ['2.5', '-2.5', 30, '1.5'],
    ],
    [
      `ROUND(NUMERIC '2.45', 1, 'ROUND_HALF_EVEN'), ROUND(NUMERIC '2.55', 1, 'ROUND_HALF_EVEN'), ROUND(NUMERIC '-25', -1, 'ROUND_HALF_EVEN'), ROUND(NUMERIC '2.451', 1, 'ROUND_HALF_EVEN'), ROUND(NUMERIC '2.45', 1, 'ROUND_HALF_AWAY_FROM_ZERO')`,
      ['2.4', '2.6', -20, '2.5', '2.5'],
    ],
    [
      `CEIL(n), FLOOR(-n), CEILING(1.2), TRUNC(-n), TRUNC(NUMERIC '1.29', 1), SIGN(-n), SIGN(-0.5), SIGN(${NAN}) FROM t`,
      [2, -2, 2, -1, '1.2', -1, -1, 'NaN'],
    ],
    [
      'SIN(0), COS(0), ATAN2(0, 1), SINH(0), COSH(0), TANH(0), ASINH(0), ACOSH(1), ATANH(0), ACOS(1), ASIN(0)',
      [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    ],
    [
      `SEC(0), SECH(0), COTH(${INF}), CSC(${INF}), TAN(${INF}), ASIN(${INF}), ACOS(${NAN}), COT(NULL)`,
      [1, 1, 1, 'NaN', 'NaN', 'NaN', 'NaN', null],
    ],
    [
      `CBRT(27), CBRT(-8), LOG(8, 2), LOG(1), LOG(${INF}, 0.5), LOG(2, ${INF}), LOG(NULL, 2)`,
      [3, -2, 3, 0, '-Infinity', 'NaN', null],
    ],
    [
      `GREATEST(1.5, 2), LEAST(1.5, ${NAN}), GREATEST(1.5, NULL), LEAST(TRUE, FALSE), GREATEST(n, i) FROM t`,
      [2, 'NaN', null, false, 3],
    ],
    [
      `SAFE_ADD(${MOST}, 1), SAFE_SUBTRACT(-${MOST}, 1), SAFE_ADD(NUMERIC '1', 2), SAFE_NEGATE(NUMERIC '1')`,
      [null, null, 3, -1],
    ],
    [`DIV(NUMERIC '-7.5', 2), MOD(NUMERIC '-7.5', 2), DIV(CAST(NULL AS NUMERIC), 0)`, [-3, '-1.5', null]],
    [`EUCLIDEAN_DISTANCE([1.0, 2.0], [4.0, 6.0]), COSINE_DISTANCE([1.0, 0.0], [0.0, 2.0])`, [5, 1]],
    [
      `RANGE_BUCKET(20, [0, 10, 20, 30]), RANGE_BUCKET(-1, [0]), RANGE_BUCKET('b', ['a', 'c']), RANGE_BUCKET(1, ARRAY<INT64>[])`,
      [3, 0, 1, 0],
    ],
    [`RANGE_BUCKET(5, []), RANGE_BUCKET('a', []), RANGE_BUCKET(CAST(NULL AS STRING), [])`, [0, 0, null]],
    [`RANGE_BUCKET(NULL, [1]), RANGE_BUCKET(${NAN}, [1.0]), RANGE_BUCKET(1, NULL)`, [null, null, null]],
    ['RAND() < 1 AND RAND() >= 0, LENGTH(GENERATE_UUID())', [true, 36]],
    // Arithmetic with NUMERIC is exact, or rounded half away from zero at the ninth digit.
    [
      `n * n, n * i, n / 7, n + i, -n / 7, n * f FROM t`,
      ['2.25', '4.5', '0.214285714', '4.5', '-0.214285714', 4.012499999999999],
    ],
    [
      `NUMERIC '0.000000001' * NUMERIC '0.5', NUMERIC '12345678901234567890.5' * NUMERIC '1000000.000000001'`,
      ['0.000000001', '12345678901234580236178901.234567891'],
    ],
    [
      `${MOST} / 1, NUMERIC '2' / 3, NUMERIC '1' / NUMERIC '0.000000001', CAST(NULL AS NUMERIC) / 0`,
      ['99999999999999999999999999999.999999999', '0.666666667', 1000000000, null],
    ],
    ['5 & 3, 5 | 3, 5 ^ 3, ~5, 1 + 1 << 2, 7 & 3 = 3, 2 ^ 3 | 4 & 6', [1, 7, 6, -6, 8, true, 5]],
    ['1 << 63, 3 << 63, 1 << 64, -1 << 1', ['-9223372036854775808', '-9223372036854775808', 0, -2]],
    [
      '-1 >> 1, -1 >> 63, -8 >> 0, 8 >> 2, 8 >> 64, 8 >> CAST(NULL AS INT64)',
      ['9223372036854775807', 1, -8, 2, 0, null],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`ROUND(${MOST})`, 'out of range'],
    ['ROUND(1e20, -2)', 'beyond 2^53'],
    [`${MOST} + 1`, 'Overflow'],
    [`${MOST} * NUMERIC '1.1'`, 'Overflow'],
    [`NUMERIC '1' / 0`, 'division by zero'],
    [`1 / NUMERIC '100000000000000000000'`, 'NUMERIC from 10^20'],
    [`SUM(x) FROM UNNEST([${MOST}, 1]) AS x`, 'out of range'],
    ['ASIN(2)', 'ASIN'],
    ['ACOSH(0.5)', 'error in ACOSH'],
    ['ATANH(1)', 'error in ATANH'],
    ['COSH(1000)', 'error in COSH'],
    ['COT(0)', 'error in COT'],
    ['LOG(0, 2)', 'error in LOG'],
    ['LOG(2, 1)', 'error in LOG'],
    ['1 << -1', 'negative number of bits'],
    ['RANGE_BUCKET(1, [2, 1])', 'do not ascend'],
    ['EUCLIDEAN_DISTANCE([1.0], [1.0, 2.0])', 'several lengths'],
    ['COSINE_DISTANCE([0.0], [1.0])', 'without length'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    ['ROUND(f, i)', 'a number of digits of ROUND other than'],
    ['ROUND(f, 12)', 'ROUND of a FLOAT64 to 12 digits'],
    ['TRUNC(f, 5)', 'TRUNC of a FLOAT64 to 5 digits'],
    [`ROUND(f, 1, 'ROUND_HALF_EVEN')`, 'goes with a NUMERIC'],
    [`CEIL('1')`, 'no CEIL(STRING); there is CEIL(FLOAT64), CEIL(NUMERIC)'],
    [`BIT_COUNT(b'1')`, 'BIT_COUNT(BYTES) is not supported'],
    [`RAND(1)`, 'no RAND(INT64); there is RAND()'],
    [`ROUND('1')`, 'ROUND needs a number, found STRING'],
    ['1.5 & 1', '"&" needs INT64, found FLOAT64'],
    [`b'a' | b'b'`, '"|" on BYTES'],
    ['~NULL', '1:9 an operand of "~" cannot be the literal NULL'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql.includes('FROM') ? `SELECT ${sql}` : `SELECT ${sql} FROM t`)).toContain(message);
  });

  it('draws another number for each row', async () => {
    const rows = 'UNNEST(GENERATE_ARRAY(1, 100)) AS x';
    expect(
      await database.value(
        `COUNT(DISTINCT r), COUNT(DISTINCT u) FROM (SELECT RAND() AS r, GENERATE_UUID() AS u FROM ${rows})`,
      ),
    ).toEqual([100, 100]);
    expect(await database.value(`COUNTIF(r <> s) FROM (SELECT r, r AS s FROM (SELECT RAND() AS r FROM ${rows}))`)).toBe(
      0,
    );
  });
});
