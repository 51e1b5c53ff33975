import { constantSql } from '../sql-tree/sql.js';
import { expandedSize as sizeOf } from './expansion.js';

const expandedSize = (sql: string) => sizeOf(constantSql(sql));

describe('expandedSize', () => {
  const cut = (times: number): string => (times === 0 ? 'x' : `bq_trunc(${cut(times - 1)}, 10)`);

  it('is that of the words, whatever stands in quotes', () => {
    expect(expandedSize(`SELECT a, "bq_round(b", 'it''s bq_upper(' FROM t WHERE f(a, (b))`)).toBe(10);
  });

  it('counts what a macro reads of a parameter each time, through the macros that it uses', () => {
    const growth = [1, 2, 3].map((times) => expandedSize(cut(times + 1)) / expandedSize(cut(times)));
    expect(Math.min(...growth)).toBeGreaterThan(10);
    expect(expandedSize('bq_like_pattern(bq_like_pattern(x))')).toBeLessThan(50);
    expect(expandedSize('safe_bq_substr(bq_json_parsed(x), 1, 2)')).toBeGreaterThan(expandedSize('bq_json_parsed(x)'));
  });

  it('counts what is compared in each arm of a CASE, and within DuckDB’s own macros', () => {
    expect(expandedSize(`CASE f(a, b) WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END`)).toBeGreaterThan(2 * 3 + 5);
    const joined = (sql: string) => `array_to_string(${sql}, '')`;
    expect(expandedSize(joined(joined(joined('x + y + z'))))).toBeGreaterThan(2 ** 3 * 3);
  });

  it('is found at once, however deep the calls are', () => {
    expect(expandedSize(cut(200))).toBeGreaterThan(1e100);
  });
});
