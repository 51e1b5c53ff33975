import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const NAN = `CAST('nan' AS FLOAT64)`;

describe('percentiles, and numbers in aggregates', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { g: 'a', i: 1, n: 1, b: 'a' },
      { g: 'a', i: 4, n: 2.000000001, b: 'b' },
      { g: 'b', i: 2, b: 'a' },
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

  it('fails where a mean is too large on the way to it', async () => {
    expect(await database.failure('SELECT AVG(x) FROM UNNEST([1e308, 1e308]) AS x')).toContain('overflow in AVG');
    expect(await database.value(`AVG(x) FROM UNNEST([CAST('inf' AS FLOAT64), 1]) AS x`)).toBe('Infinity');
    expect(await database.failure(`SELECT PERCENTILE_DISC(x, 0.5) OVER () FROM UNNEST([${NAN}]) AS x`)).toContain(
      'PERCENTILE_DISC over NaN',
    );
  });

  it.each([
    ['PERCENTILE_CONT(i, 0.9) OVER ()', 'at another place than 0, 0.5 or 1'],
    ['PERCENTILE_CONT(i, 0.5 RESPECT NULLS) OVER ()', '"RESPECT" here is not supported'],
    ['PERCENTILE_CONT(g, 0.5) OVER ()', 'PERCENTILE_CONT needs numbers, found STRING'],
    ['PERCENTILE_CONT(i, 0.5)', 'PERCENTILE_CONT needs OVER'],
    ['PERCENTILE_CONT(i, 0.5) OVER (ORDER BY i)', 'takes no ORDER BY'],
    ['PERCENTILE_DISC(i, 1.5) OVER ()', 'is from 0 to 1'],
    ['PERCENTILE_DISC(i, i) OVER ()', 'a place of PERCENTILE_DISC other than a number written out'],
    ['VAR_POP(n)', 'VAR_POP over NUMERIC'],
    ['STRING_AGG(b LIMIT 1)', 'LIMIT in STRING_AGG over BYTES'],
    ['STRING_AGG(b, NULL)', 'the delimiter of STRING_AGG cannot be NULL'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });
});
