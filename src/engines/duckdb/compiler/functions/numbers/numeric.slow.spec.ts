import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('functions over NUMERIC', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, n: '1.5', f: 1.5 },
      { id: 2, n: '2.25', f: -1 },
      { id: 3, n: '-4', f: 2 },
      { id: 4, f: 7 },
    ),
    't.schema.json': schemaOf('id INT64, n NUMERIC, f FLOAT64'),
  });

  it.each<[string, unknown]>([
    [
      `SAFE_DIVIDE(NUMERIC '1', 3), SAFE_DIVIDE(NUMERIC '-2', 3), SAFE_DIVIDE(NUMERIC '1', 0), SAFE_DIVIDE(NUMERIC '99999999999999999999999999999', NUMERIC '0.1'), SAFE_DIVIDE(NUMERIC '7', 0.5), SAFE_DIVIDE(NULL, NUMERIC '1')`,
      ['0.333333333', '-0.666666667', null, null, 14, null],
    ],
    [
      `SAFE_MULTIPLY(NUMERIC '1.5', 2), SAFE_MULTIPLY(NUMERIC '99999999999999999999', NUMERIC '99999999999'), SAFE_MULTIPLY(NUMERIC '0.000000001', NUMERIC '0.5'), SAFE_MULTIPLY(NUMERIC '1', CAST(NULL AS NUMERIC))`,
      [3, null, '0.000000001', null],
    ],
    [
      `SQRT(NUMERIC '2'), SQRT(NUMERIC '0'), SQRT(NUMERIC '0.000000001'), SQRT(NUMERIC '99999999999999999999'), SQRT(NUMERIC '12345678901234.123456789'), SQRT(CAST(NULL AS NUMERIC)), SQRT(4)`,
      ['1.414213562', 0, '0.000031623', 10000000000, '3513641.828820081', null, 2],
    ],
    [
      `POW(NUMERIC '1.5', 2), POWER(NUMERIC '1.05', 12), POW(NUMERIC '-2', 3), POW(NUMERIC '10', -2), POW(NUMERIC '2', NUMERIC '0.5'), POW(NUMERIC '0', 0), POW(NUMERIC '123.456', 3), POW(NUMERIC '3', 40), POW(NUMERIC '0.3', 9), POW(2, 3)`,
      [
        '2.25',
        '1.795856326',
        -8,
        '0.01',
        '1.414213562',
        1,
        '1881640.295202816',
        '12157665459056928801',
        '0.000019683',
        8,
      ],
    ],
    [
      `POW(NUMERIC '7', 1), POW(NUMERIC '4', -1), POW(NUMERIC '0.1', 40), POW(CAST(NULL AS NUMERIC), 2)`,
      [7, '0.25', 0, null],
    ],
    [
      `LN(NUMERIC '10'), LOG(NUMERIC '100', 10), LOG(NUMERIC '2'), LOG10(NUMERIC '1000'), EXP(NUMERIC '1'), LN(NUMERIC '0.000000001'), EXP(NUMERIC '-30'), CBRT(NUMERIC '27'), LN(NUMERIC '1')`,
      ['2.302585093', 2, '0.693147181', 3, '2.718281828', '-20.723265837', 0, 3, 0],
    ],
    // A FLOAT64 beside it makes FLOAT64 of all, and so does a function that knows no NUMERIC.
    [`SAFE_DIVIDE(n, f), POW(f, n), LOG(n, f) FROM t WHERE id = 1`, [1, 1.5 ** 1.5, 1]],
    [
      `IEEE_DIVIDE(NUMERIC '1', 0), IEEE_DIVIDE(n, 4), SIN(NUMERIC '0'), ATAN2(n, n) > 0, IS_NAN(n), IS_INF(n) FROM t WHERE id = 1`,
      ['Infinity', 0.375, 0, true, false, false],
    ],
    [
      `SAFE.DIV(NUMERIC '1', 0), SAFE.MOD(NUMERIC '1', 0), SAFE.LN(NUMERIC '0'), SAFE.SQRT(NUMERIC '-1'), SAFE.EXP(NUMERIC '100'), SAFE.POW(NUMERIC '0', -1), SAFE.SQRT(NUMERIC '4'), SAFE.LN(0)`,
      [null, null, null, null, null, null, 2, null],
    ],
    // The sums are exact, whatever the mean is.
    [
      `VAR_POP(n), VAR_SAMP(n), STDDEV_POP(n), STDDEV(n), COVAR_POP(n, id), COVAR_SAMP(n, n), CORR(n, id), CORR(n, n), CORR(n, 1), COVAR_POP(n, f) FROM t WHERE id <> 3`,
      [0.140625, 0.28125, 0.375, Math.sqrt(0.28125), 0.1875, 0.28125, 1, 1, 'NaN', -0.46875],
    ],
    [
      `VAR_POP(x), VAR_POP(x + 1000000000000000), VAR_POP(-x) FROM UNNEST([NUMERIC '1.999999', 2]) AS x`,
      [2.5e-13, 2.5e-13, 2.5e-13],
    ],
    [
      `VAR_POP(x), CORR(x, 1 - x) FROM UNNEST([NUMERIC '99999999999.999999999', -99999999999.999999999]) AS x`,
      [1e22, -1],
    ],
    [
      `VAR_POP(CAST(x AS NUMERIC)), STDDEV(CAST(x AS NUMERIC)) > 28867 FROM UNNEST(GENERATE_ARRAY(1000000000, 1000100000)) AS x`,
      [833350000, true],
    ],
    [`STDDEV(x), VAR_POP(x), CORR(x, x) FROM UNNEST([NUMERIC '1', NULL]) AS x`, [null, 0, null]],
    [`ARRAY(SELECT STDDEV_POP(n) OVER (ORDER BY id) FROM t WHERE id <> 3 ORDER BY id)`, [0, 0.375, 0.375]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it('finds the root that is nearest', async () => {
    const sql = `COUNTIF(NOT 4 * n BETWEEN POW(2 * root - unit, 2) AND POW(2 * root + unit, 2))
      FROM (SELECT n, SQRT(n) AS root, NUMERIC '0.000000001' AS unit
            FROM (SELECT CAST(i * 7919 AS NUMERIC) / 1000 AS n FROM UNNEST(GENERATE_ARRAY(1, 2000)) AS i))`;
    expect(await database.value(sql)).toBe(0);
  });

  it.each([
    [`SQRT(NUMERIC '-1')`, 'SQRT of a negative number'],
    [`LN(NUMERIC '0')`, 'of a number that is not above 0'],
    [`LOG(NUMERIC '2', 1)`, 'LOG to the base 1'],
    [`POW(NUMERIC '0', -1)`, 'division by zero'],
    [`POW(NUMERIC '-8', NUMERIC '0.5')`, 'a fractional power of a negative number'],
    [`POW(NUMERIC '10', 30)`, 'out of range'],
    [`EXP(NUMERIC '68')`, 'floating point error in EXP'],
    // No digit is told that is not certain.
    [`POW(NUMERIC '0.15', 5)`, 'a NUMERIC of more digits than are certain here'],
    [`EXP(NUMERIC '30.5')`, 'a NUMERIC of more digits than are certain here'],
    [`SQRT(NUMERIC '1e20')`, 'SQRT of a NUMERIC from 10^20'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });
});
