import { useDuckDb } from '../../../../../test/support/duckdb.js';
import { printed, constantSql, joinSql, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { expandedSize as sizeOf } from './expansion.js';
import { withBoundArguments as bound } from './bounded-sql.js';

const expandedSize = (sql: string) => sizeOf(constantSql(sql));
const withBoundArguments = (sql: string) => printed(bound(constantSql(sql)).sql);

describe('withBoundArguments', () => {
  const round = (times: number): string => (times === 0 ? '"x"' : `bq_round(${round(times - 1)}, '1e2'::DOUBLE)`);

  it('leaves short calls as they are, and what only looks like calls', () => {
    const sql = `SELECT "bq_round(", 'bq_round((', f(a)[1], {'b': bq_upper(s)} FROM t WHERE ${round(2)} > $now -- x`;
    expect(withBoundArguments(sql)).toBe(sql);
  });

  it('lets the sizes of calls within each other add up', () => {
    const sizes = [10, 20, 40].map((times) => expandedSize(withBoundArguments(round(times))));
    expect(Math.max(...sizes)).toBeLessThan(100_000);
    expect((sizes[2] ?? 0) / (sizes[1] ?? 1)).toBeLessThan(3);
  });

  it('takes a list of any length', () => {
    const list = joinSql(Array<Sql>(300_000).fill(wordSql('1')), ', ');
    expect(bound(SQL`[${list}]`).size).toBe(300_000);
  });

  it('keeps constants in their place, and hands over two equal arguments as two', () => {
    const long = round(3);
    expect(withBoundArguments(`bq_subtract(${long}, ${long})`)).toContain(
      'bound: bq_subtract(struct_extract(bound, 1), struct_extract(bound, 2))',
    );
    expect(withBoundArguments(long)).toContain(`bound: bq_round(struct_extract(bound, 1), '1e2'::DOUBLE)`);
  });
});

describe('calls within each other that are too long when written out', () => {
  const database = useDuckDb();

  const nested = (call: (inner: string) => string, times: number): string =>
    times === 0 ? 'x' : call(nested(call, times - 1));
  const round = nested((inner) => `ROUND(${inner}, 2)`, 8);

  it.each<[string, unknown[]]>([
    [
      `SELECT ${round} FROM UNNEST([1.256, NULL, IEEE_DIVIDE(0, 0)]) AS x WITH OFFSET AS n ORDER BY n`,
      [1.26, null, 'NaN'],
    ],
    [`SELECT ${round} AS r FROM UNNEST([1.256, 1.257]) AS x GROUP BY r HAVING r > 1`, [1.26]],
    [`SELECT ${round} FROM (SELECT SUM(y) AS x FROM UNNEST([1.256, 1]) AS y)`, [2.26]],
    [`SELECT ${round.replace('x', 'SUM(x)')} FROM UNNEST([1.256, 1]) AS x`, [2.26]],
    [
      `SELECT ${round.replace('x', 'SUM(x) OVER (ORDER BY x)')} AS s FROM UNNEST([1.256, 1]) AS x ORDER BY s`,
      [1, 2.26],
    ],
    // A column of the query around it.
    [`SELECT (SELECT ${round.replace('x', 'x + y')} FROM (SELECT 2 AS y)) FROM UNNEST([1.256]) AS x`, [3.26]],
    [`SELECT (SELECT SUM(${round.replace('x', 'x + y')}) FROM UNNEST([1, 2]) AS y) FROM UNNEST([1.256]) AS x`, [5.52]],
    [
      `SELECT ${nested((inner) => `JSON_VALUE(${inner}, '$.a')`, 4)} FROM UNNEST(['{"a": "[]"}', '7', NULL]) AS x`,
      [null, null, null],
    ],
    [
      `SELECT CAST(${nested((inner) => `TIMESTAMP_TRUNC(${inner}, DAY, 'Asia/Tokyo')`, 4)} AS STRING) FROM UNNEST([TIMESTAMP '2026-01-05 16:00:00']) AS x`,
      ['2026-01-05 15:00:00+00'],
    ],
  ])('%s', async (sql, expected) => {
    expect((await database.rows(sql)).flat()).toEqual(expected);
  });

  it('fails as it would otherwise', async () => {
    const parsed = nested((inner) => `CAST(PARSE_NUMERIC(${inner}) AS STRING)`, 3);
    expect(await database.failure(`SELECT ${parsed} FROM UNNEST(['1-', '1 1']) AS x`)).toContain('bad NUMERIC value');
  });
});
