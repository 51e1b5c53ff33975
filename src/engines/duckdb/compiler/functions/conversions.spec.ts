import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('casts of numbers, texts and bytes', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `NUMERIC '1.50', DECIMAL '-0.5', NUMERIC ' 1e3 ', NUMERIC '.000000001', NUMERIC '1500e-2'`,
      ['1.5', '-0.5', 1000, '0.000000001', 15],
    ],
    // 15 digits where they bring the number back, else 17.
    [
      `CAST(1.5 AS STRING), CAST(2.0 AS STRING), CAST(0.1 + 0.2 AS STRING), CAST(1e20 AS STRING), CAST(-1e-7 AS STRING)`,
      ['1.5', '2', '0.30000000000000004', '1e+20', '-1e-07'],
    ],
    [
      `CAST(0.12345678901234566 AS STRING), CAST(123456789012345.0 AS STRING), CAST(5e-324 AS STRING)`,
      ['0.12345678901234566', '123456789012345', '4.94065645841247e-324'],
    ],
    [
      `CAST(IEEE_DIVIDE(0, 0) AS STRING), CAST(IEEE_DIVIDE(-1, 0) AS STRING), CAST(-0.0 AS STRING)`,
      ['nan', '-inf', '0'],
    ],
    [
      `CAST(NUMERIC '1.50' AS STRING), CAST(NUMERIC '-0.5' AS STRING), CAST(NUMERIC '100' AS STRING)`,
      ['1.5', '-0.5', '100'],
    ],
    // A literal is taken as it is written, another double as it is.
    [
      `CAST(1.2345678985 AS NUMERIC), CAST(1.2345678985 + 0 AS NUMERIC), CAST(-1.5 AS NUMERIC), CAST(1e20 * 1e8 AS NUMERIC)`,
      ['1.234567899', '1.234567898', '-1.5', '9999999999999999583119736832'],
    ],
    [
      `CAST('1.5' AS NUMERIC), CAST(' -1.0000000005 ' AS NUMERIC), CAST('1e3' AS NUMERIC), SAFE_CAST('x' AS NUMERIC), SAFE_CAST('1e29' AS NUMERIC)`,
      ['1.5', '-1.000000001', 1000, null, null],
    ],
    [
      `CAST('1.5e3' AS FLOAT64), CAST(' .5 ' AS FLOAT64), CAST('-Infinity' AS FLOAT64), CAST('NaN' AS FLOAT64), SAFE_CAST('1_0' AS FLOAT64)`,
      [1500, 0.5, '-Infinity', 'NaN', null],
    ],
    [
      `CAST('TRUE' AS BOOL), CAST('false' AS BOOL), SAFE_CAST('yes' AS BOOL), SAFE_CAST(' true' AS BOOL)`,
      [true, false, null, null],
    ],
    [`CAST(0xFF AS NUMERIC), SAFE_CAST(-0x1F AS NUMERIC), CAST(0x10 AS FLOAT64)`, [255, -31, 16]],
    [
      `CAST('0x1F' AS INT64), CAST(' -0XfF ' AS INT64), CAST('-0x8000000000000000' AS INT64), SAFE_CAST('0x8000000000000000' AS INT64), SAFE_CAST('0x' AS INT64)`,
      [31, -255, '-9223372036854775808', null, null],
    ],
    [
      `CAST(NUMERIC '2.5' AS INT64), CAST(NUMERIC '-2.5' AS INT64), SAFE_CAST(NUMERIC '1e20' AS INT64), SAFE_CAST(2.5 AS INT64), SAFE_CAST(1e20 AS INT64), SAFE_CAST(1e20 * 1e20 AS NUMERIC)`,
      [3, -3, null, 3, null, null],
    ],
    [
      `CAST(b'a' AS STRING), SAFE_CAST(b'\\xff' AS STRING), SAFE_CAST(CAST(NULL AS BYTES) AS STRING)`,
      ['a', null, null],
    ],
    [
      `PARSE_NUMERIC('1,234.5'), PARSE_NUMERIC(' - 12.34 '), PARSE_NUMERIC('12.5-'), PARSE_NUMERIC(NULL)`,
      ['1234.5', '-12.34', '-12.5', null],
    ],
    [
      `PARSE_NUMERIC(' 12.34e-1  +'), PARSE_NUMERIC('1E3-'), PARSE_NUMERIC('.5'), PARSE_NUMERIC(',1,.'), PARSE_NUMERIC(CHR(11) || '+ 5'), PARSE_NUMERIC(t) FROM (SELECT '-1,0.25' AS t)`,
      ['1.234', -1000, '0.5', 1, 5, '-10.25'],
    ],
    // Exact, half away from zero at the ninth digit.
    [
      `CAST('12.34e-1' AS NUMERIC), CAST('4.99999e-10' AS NUMERIC), CAST('-5e-10' AS NUMERIC), CAST('123456789e-3' AS NUMERIC), CAST('0.0012E+5' AS NUMERIC), CAST('0e1000' AS NUMERIC), SAFE_CAST('1e-1000' AS NUMERIC), SAFE_CAST('1e29' AS NUMERIC), SAFE_CAST('1e' AS NUMERIC)`,
      ['1.234', 0, '-0.000000001', '123456.789', 120, 0, 0, null, null],
    ],
    // The nearest double, rounded once.
    [
      `CAST(x AS FLOAT64) = 9107967915114066.0, x + CAST(0 AS FLOAT64) = 9107967915114066.0 FROM (SELECT NUMERIC '9107967915114065.4977' AS x)`,
      [true, true],
    ],
    [
      `CAST(CAST(NULL AS STRING) AS FLOAT64), CAST(CAST(NULL AS FLOAT64) AS STRING), CAST(CAST(NULL AS FLOAT64) AS NUMERIC), CAST(CAST(NULL AS STRING) AS NUMERIC), CAST(CAST(NULL AS STRING) AS BOOL)`,
      [null, null, null, null, null],
    ],
    [
      `SAFE_CAST('1e400' AS FLOAT64), SAFE_CAST('-1e400' AS FLOAT64), SAFE_CAST(1e300 AS NUMERIC), SAFE_CAST(-1e30 AS NUMERIC)`,
      [null, null, null, null],
    ],
    [
      `ARRAY(SELECT SAFE_CAST(s AS NUMERIC) FROM UNNEST(['0e1001', '1e-1001', '5e-10', '-0.049e-8', '0.00012e5', '123e-2']) AS s WITH OFFSET AS o ORDER BY o)`,
      [0, 0, '0.000000001', 0, 12, '1.23'],
    ],
    [
      `SAFE_CAST('1e1001' AS NUMERIC), SAFE_CAST('1e29' AS NUMERIC), SAFE_CAST('0e99999999999999999999' AS NUMERIC), SAFE_CAST('1e-99999999999999999999' AS NUMERIC), SAFE_CAST('1000000000000000000000000000000000000000e-30' AS NUMERIC)`,
      [null, null, 0, 0, 1000000000],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`CAST('x' AS NUMERIC)`, 'bad NUMERIC'],
    [`CAST(1e20 * 1e20 AS NUMERIC)`, 'range of NUMERIC'],
    [`CAST(IEEE_DIVIDE(0, 0) AS NUMERIC)`, 'range of NUMERIC'],
    [`CAST('' AS FLOAT64)`, 'bad FLOAT64'],
    [`CAST('1e400' AS FLOAT64)`, 'bad FLOAT64'],
    [`CAST('1e1001' AS NUMERIC)`, 'bad NUMERIC'],
    [`CAST('yes' AS BOOL)`, 'bad BOOL'],
    [`CAST('0x8000000000000000' AS INT64)`, 'bad INT64'],
    [`CAST(b'\\xff' AS STRING)`, 'UTF8'],
    [`SAFE_CAST(FROM_HEX('x') AS STRING)`, 'bad hexadecimal'],
    [`PARSE_NUMERIC('1 2')`, 'bad NUMERIC value'],
    [`PARSE_NUMERIC('+5-')`, 'bad NUMERIC value'],
    [`PARSE_NUMERIC(',')`, 'bad NUMERIC value'],
    [`CAST(ERROR('no') AS BYTES)`, 'ERROR: no'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`NUMERIC '1.0000000001'`, '1:16 a NUMERIC with more than 9 digits after the point'],
    [`NUMERIC '1e29'`, `'1e29' is beyond NUMERIC`],
    [`NUMERIC 'x'`, 'x is no NUMERIC'],
    [`NUMERIC b'1'`, `NUMERIC in front of b'1'`],
    [`BIGNUMERIC '1'`, 'operator "BIGNUMERIC"'],
    [`CAST(1.5 AS BOOL)`, 'CAST of FLOAT64 to BOOL'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
