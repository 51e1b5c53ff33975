import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const NAN = 'IEEE_DIVIDE(0, 0)';

describe('aggregate functions', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { i: 1, f: 1.5, n: 1.5, s: 'b', b: true },
      { i: 2, f: 2.5, n: 0.25, s: 'a', b: false },
      { i: 2, s: 'b' },
      {},
    ),
    't.schema.json': schemaOf('i INT64, f FLOAT64, n NUMERIC, s STRING, b BOOL'),
  });

  it.each<[string, unknown]>([
    ['COUNT(*), COUNT(i), COUNT(DISTINCT i), COUNT(1)', [4, 3, 2, 4]],
    ['COUNTIF(i = 2), COUNTIF(b), COUNTIF(NULL)', [2, 1, 0]],
    ['SUM(i), SUM(f), SUM(n), SUM(DISTINCT i)', [5, 4, '1.75', 3]],
    ['AVG(i), AVG(f), AVG(DISTINCT i)', [5 / 3, 2, 1.5]],
    ['MIN(i), MAX(f), MIN(s), MAX(n), MIN(b)', [1, 2.5, 'a', '1.5', false]],
    ['LOGICAL_OR(b), LOGICAL_AND(b), LOGICAL_OR(i > 5)', [true, false, false]],
    [`STRING_AGG(s, '-')`, 'b-a-b'],
    ['APPROX_COUNT_DISTINCT(s)', 2],
    // n + 1 elements, the least first, NULLs left out; never interpolated.
    [
      'APPROX_QUANTILES(i, 2), APPROX_QUANTILES(i, 1)',
      [
        [1, 2, 2],
        [1, 2],
      ],
    ],
    [
      'APPROX_QUANTILES(f, 2), APPROX_QUANTILES(s, 1), APPROX_QUANTILES(n, 1)',
      [
        [1.5, 1.5, 2.5],
        ['a', 'b'],
        ['0.25', '1.5'],
      ],
    ],
    ['APPROX_QUANTILES(i, 2)[OFFSET(0)], APPROX_QUANTILES(i, 100)[OFFSET(100)], APPROX_QUANTILES(i, 4)[2]', [1, 2, 2]],
    [
      'APPROX_QUANTILES(i, 4)[SAFE_OFFSET(4)], APPROX_QUANTILES(i, 4)[SAFE_OFFSET(5)], APPROX_QUANTILES(i, 4)[ORDINAL(1)]',
      [2, null, 1],
    ],
    ['SUM(i) + MAX(i) * 2, COUNT(*) > 3, COALESCE(SUM(i), 0)', [9, true, 5]],
  ])('%s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t`)).toEqual(expected);
  });

  it('takes any value of a group', async () => {
    expect(await database.value('ANY_VALUE(i) FROM t WHERE i = 2')).toBe(2);
  });

  it.each<[string, unknown]>([
    ['COUNT(*), COUNT(i), COUNT(DISTINCT i), COUNTIF(b), APPROX_COUNT_DISTINCT(i)', [0, 0, 0, 0, 0]],
    [
      `SUM(i), SUM(f), AVG(i), MIN(i), MAX(f), ANY_VALUE(s), STRING_AGG(s, ',')`,
      [null, null, null, null, null, null, null],
    ],
    [
      'LOGICAL_OR(b), LOGICAL_AND(b), APPROX_QUANTILES(i, 2), APPROX_QUANTILES(f, 2)[OFFSET(1)]',
      [null, null, [], null],
    ],
  ])('over no rows: %s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM t WHERE FALSE`)).toEqual(expected);
  });

  it('has no group where there are no rows', async () => {
    expect(await database.rows('SELECT i, COUNT(*) FROM t WHERE FALSE GROUP BY i')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['MAX(x), MIN(x), SUM(x), AVG(x)', ['NaN', 'NaN', 'NaN', 'NaN']],
    ['COUNT(DISTINCT x)', 2],
  ])('over NaN: %s', async (sql, expected) => {
    expect(await database.value(`${sql} FROM UNNEST([1.0, ${NAN}, ${NAN}, NULL]) AS x`)).toEqual(expected);
  });

  it.each([
    ['SUM(x) FROM UNNEST([9223372036854775807, 1]) AS x', 'out of range'],
    [`APPROX_QUANTILES(x, 2) FROM UNNEST([1.0, ${NAN}]) AS x`, 'NaN'],
    ['APPROX_QUANTILES(i, 2)[OFFSET(3)] FROM t', 'out of bounds'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    ['SUM(s)', '1:8 SUM needs numbers, found STRING'],
    ['SUM(*)', '"*" cannot stand here'],
    ['COUNT()', 'COUNT takes 1 argument, found 0'],
    ['COUNT(DISTINCT i, s)', 'COUNT takes 1 argument, found 2'],
    ['COUNTIF(i)', 'no COUNTIF(INT64); there is COUNTIF(BOOL)'],
    ['MAX(STRUCT(i AS a))', 'MAX over STRUCT<a INT64> is not possible'],
    ['APPROX_QUANTILES(i, 1000)', 'a number of quantiles other than a literal from 1 to 999'],
    ['APPROX_QUANTILES(i, i)', 'a number of quantiles other than a literal'],
    ['quantile_disc(i, 0.5)', 'function QUANTILE_DISC is not supported'],
    ['SUM(SUM(i))', '1:12 SUM is an aggregate function; inside SUM it has no groups'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql} FROM t`)).toContain(message);
  });
});
