import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const NAN = `CAST('nan' AS FLOAT64)`;

describe('percentiles, and numbers in aggregates', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { g: 'a', i: 1, n: 1, b: 'YQ==' },
      { g: 'a', i: 4, n: 2.000000001, b: 'Yg==' },
      { g: 'b', i: 2, b: 'YQ==' },
      { g: 'b' },
    ),
    't.schema.json': schemaOf('g STRING, i INT64, n NUMERIC, b BYTES'),
  });

  it.each<[string, unknown]>([
    ['PERCENTILE_CONT(i, 0.5) OVER (PARTITION BY g)', [2.5, 2.5, 2, 2]],
    [
      'PERCENTILE_CONT(n, 0.5) OVER (), PERCENTILE_CONT(i, 0) OVER (), PERCENTILE_CONT(i, 1 IGNORE NULLS) OVER ()',
      Array(4).fill(['1.500000001', 1, 4]),
    ],
    [
      'PERCENTILE_DISC(i, 0.5) OVER (), PERCENTILE_DISC(g, 1) OVER (), PERCENTILE_DISC(n, 0) OVER (PARTITION BY g)',
      [
        [2, 'b', 1],
        [2, 'b', 1],
        [2, 'b', null],
        [2, 'b', null],
      ],
    ],
  ])('%s', async (sql, expected) => {
    const rows = await database.rows(`SELECT ${sql} FROM t ORDER BY g`);
    expect(rows.map((row) => (row.length === 1 ? row[0] : row))).toEqual(expected);
  });

  it('finds the element by what the double is', async () => {
    // 0.1 is a little more than a tenth, 0.3 a little less than three.
    const places = [0.1, 0.3, 0.5, 0.95].map((place) => `PERCENTILE_DISC(x, ${place}) OVER ()`).join(', ');
    expect(await database.value(`${places} FROM UNNEST(GENERATE_ARRAY(1, 10)) AS x LIMIT 1`)).toEqual([2, 3, 5, 10]);
  });

  it.each<[string, string, unknown]>([
    ['0, 3, NULL, 1, 2', 'CONT(x, 0), CONT(x, 0.01), CONT(x, 0.9), CONT(x, -0.0)', [0, 0.03, 2.7, 0]],
    [
      '0, 3, NULL, 1, 2',
      'CONT(x, 0 RESPECT NULLS), CONT(x, 0.01 RESPECT NULLS), CONT(x, 0.9 RESPECT NULLS)',
      [null, 0, 2.6],
    ],
    ['0, 3, NULL, 1, 2', 'DISC(x, 0.2 RESPECT NULLS), DISC(x, 0.3 RESPECT NULLS), DISC(x, 1 RESPECT NULLS)', [0, 0, 3]],
    [
      'NULL, NULL, 7',
      'CONT(x, 0.5 RESPECT NULLS), CONT(x, 0.6 RESPECT NULLS), CONT(x, 0.6 IGNORE NULLS)',
      [null, 7, 7],
    ],
    [
      `1, ${NAN}, 2`,
      'CONT(x, 0), CONT(x, 0.25), CONT(x, 0.75), DISC(x, 0.3), DISC(x, 0.4)',
      ['NaN', 'NaN', 1.5, 'NaN', 1],
    ],
    [`1, 2, CAST('inf' AS FLOAT64)`, 'CONT(x, 0.5), CONT(x, 0.75), CONT(x, 1)', [2, 'Infinity', 'Infinity']],
    // A place is the double that it is: 0.7 is a little less than seven tenths.
    [
      '0, 1e16',
      'CONT(x, 0.7), CONT(x, 4.94065645841247e-324), CONT(x, 1e-300)',
      [7e15, 4.940656458412465e-308, 1e-284],
    ],
    [
      'NUMERIC "-0.000000001", 0',
      'CONT(x, 0.5), CONT(x, 0.6), CONT(x, NUMERIC "0.499999999")',
      ['-0.000000001', 0, '-0.000000001'],
    ],
    [
      'NUMERIC "99999999999999999999999999999.999999999", 0',
      'CONT(x, 0.25), CONT(x, 1)',
      ['25000000000000000000000000000', '99999999999999999999999999999.999999999'],
    ],
    [
      '1, 2, 3',
      'CONT(x, NUMERIC "0.1"), DISC(x, NUMERIC "0.333333333"), DISC(x, NUMERIC "0.333333334")',
      ['1.2', 1, 2],
    ],
    ['"c", NULL, "b", "a"', 'DISC(x, 0.5 RESPECT NULLS), DISC(x, 0.5)', ['a', 'b']],
    ['CAST(NULL AS INT64)', 'CONT(x, 0.5), CONT(x, 0.5 RESPECT NULLS), DISC(x, 0.5)', [null, null, null]],
  ])('of %s: %s', async (values, places, expected) => {
    const calls = places.replace(/(?:CONT|DISC)\((?:[^()]|\([^)]*\))*\)/g, (call) => `PERCENTILE_${call} OVER ()`);
    expect(await database.value(`${calls} FROM UNNEST([${values}]) AS x LIMIT 1`)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['AVG(n), SUM(n), AVG(DISTINCT n)', ['1.500000001', '3.000000001', '1.500000001']],
    [
      `STDDEV(i), VAR_POP(IF(i = 4, ${NAN}, i)), STDDEV_SAMP(IF(i = 1, ${NAN}, NULL)), CORR(i, IF(i = 4, ${NAN}, i))`,
      [expect.closeTo(1.5275252316519468), 'NaN', null, 'NaN'],
    ],
    [
      'MAX(DISTINCT i), MIN(DISTINCT n), COUNTIF(DISTINCT i > 1), LOGICAL_AND(DISTINCT i > 0), BIT_OR(DISTINCT i)',
      [4, 1, 1, true, 7],
    ],
    [
      `STRING_AGG(b), STRING_AGG(b, b'-' ORDER BY b DESC), STRING_AGG(DISTINCT b, b'') IS NULL, MAX(b), MIN(b)`,
      ['YSxiLGE=', 'Yi1hLWE=', false, 'Yg==', 'YQ=='],
    ],
    [
      'APPROX_QUANTILES(i, 1 IGNORE NULLS), APPROX_QUANTILES(DISTINCT b, 1)',
      [
        [1, 4],
        ['YQ==', 'Yg=='],
      ],
    ],
    ['APPROX_QUANTILES(i, 4 RESPECT NULLS)[OFFSET(1)], APPROX_QUANTILES(i, 4 RESPECT NULLS)[OFFSET(4)]', [null, 4]],
    ['ARRAY_LENGTH(APPROX_QUANTILES(i, 3 RESPECT NULLS)), APPROX_QUANTILES(i, 2 RESPECT NULLS)[ORDINAL(2)]', [4, 1]],
  ])('over all rows: %s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it('has NULL for the mean of nothing, in windows as well', async () => {
    expect(await database.value('AVG(n) FROM t WHERE FALSE')).toBeNull();
    const windows = 'AVG(n) OVER (PARTITION BY g), SUM(n) OVER (PARTITION BY g)';
    expect(await database.rows(`SELECT DISTINCT g, ${windows} FROM t ORDER BY g`)).toEqual([
      ['a', '1.500000001', '3.000000001'],
      ['b', null, null],
    ]);
  });

  it('takes a parameter for the place, and for LIMIT', async () => {
    const of = (p: number | null) => [{ name: 'p', type: 'FLOAT64', value: p, array: false }] as const;
    const places =
      'PERCENTILE_CONT(x, @p) OVER (), PERCENTILE_DISC(x, @p) OVER () FROM UNNEST([0, 1, 2, 10]) AS x LIMIT 1';
    const answers = [0, 0.1, 0.25, 0.9, 1].map((p) => database.value(places, of(p)));
    expect(await Promise.all(answers)).toEqual([
      [0, 0],
      [expect.closeTo(0.3), 0],
      [0.75, 0],
      [expect.closeTo(7.6), 10],
      [10, 10],
    ]);
    for (const p of [1.5, NaN, null])
      expect(await database.failure(`SELECT ${places}`, of(p))).toContain('is 0, or from 2^-60');
    const limit = (n: number) => [{ name: 'n', type: 'INT64', value: n, array: false }] as const;
    expect(await database.value('ARRAY_AGG(g ORDER BY g LIMIT @n) FROM t', limit(2))).toEqual(['a', 'a']);
    expect(await database.failure('SELECT ARRAY_AGG(g LIMIT @n) FROM t', limit(-1))).toContain('LIMIT and OFFSET need');
  });

  it('fails where a mean is too large on the way to it', async () => {
    expect(await database.failure('SELECT AVG(x) FROM UNNEST([1e308, 1e308]) AS x')).toContain('overflow in AVG');
    expect(await database.value(`AVG(x) FROM UNNEST([CAST('inf' AS FLOAT64), 1]) AS x`)).toBe('Infinity');
  });

  it.each([
    ['PERCENTILE_CONT(g, 0.5) OVER ()', 'PERCENTILE_CONT needs numbers, found STRING'],
    ['PERCENTILE_CONT(i, 0.5)', 'PERCENTILE_CONT needs OVER'],
    ['PERCENTILE_CONT(i, 0.5) OVER (ORDER BY i)', 'takes no ORDER BY'],
    ['PERCENTILE_DISC(i, 1.5) OVER ()', 'is from 0 to 1'],
    ['PERCENTILE_DISC(i, i) OVER ()', 'a place of PERCENTILE_DISC other than a literal or a parameter'],
    ['PERCENTILE_CONT(i, "0.5") OVER ()', 'the place of PERCENTILE_CONT is a number, found STRING'],
    ['STRING_AGG(b LIMIT 1)', 'LIMIT in STRING_AGG over BYTES'],
    ['STRING_AGG(b, NULL)', 'the delimiter of STRING_AGG cannot be NULL'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });
});
