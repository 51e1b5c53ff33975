import { tooDeepAt } from './nesting.js';
import { BrokenParser } from './parser-instance.js';
import { parse } from './parser.js';
import { sqlTokens } from '../tokens/sql-tokens.js';

const deepest = (sql: string) => tooDeepAt(sqlTokens(sql).tokens);

/** Ways to nest, each with more levels than anybody writes by hand. */
const NESTINGS: readonly [string, (levels: number) => string, number][] = [
  ['brackets', (n) => `SELECT ${'('.repeat(n)}x${')'.repeat(n)}`, 150],
  ['calls', (n) => `SELECT ${'f('.repeat(n)}x${')'.repeat(n)}`, 150],
  ['subqueries', (n) => `SELECT ${'(SELECT '.repeat(n)}x${')'.repeat(n)}`, 60],
  ['derived tables', (n) => `SELECT x FROM ${'(SELECT x FROM '.repeat(n)}t${')'.repeat(n)}`, 60],
  ['EXISTS', (n) => `SELECT 1 FROM t WHERE ${'EXISTS (SELECT 1 FROM t WHERE '.repeat(n)}x${')'.repeat(n)}`, 60],
  ['CASE', (n) => `SELECT ${'CASE WHEN '.repeat(n)}x${' THEN 1 END'.repeat(n)}`, 150],
  ['ELSE', (n) => `SELECT ${'CASE WHEN a = 1 THEN 1 ELSE '.repeat(n)}x${' END'.repeat(n)}`, 100],
  ['NOT', (n) => `SELECT ${'NOT '.repeat(n)}x`, 150],
  ['NOT and brackets', (n) => `SELECT ${'NOT ('.repeat(n)}x${')'.repeat(n)}`, 60],
  ['signs', (n) => `SELECT ${'- '.repeat(n)}x`, 150],
  ['AND and brackets', (n) => `SELECT ${'(a AND '.repeat(n)}x${')'.repeat(n)}`, 60],
  ['arithmetic', (n) => `SELECT ${'(a OR b AND c = d + e * '.repeat(n)}x${')'.repeat(n)}`, 25],
  ['comparisons', (n) => `SELECT ${'a IS NOT DISTINCT FROM ('.repeat(n)}x${')'.repeat(n)}`, 50],
  ['windows', (n) => `SELECT ${'f(x) OVER (ORDER BY '.repeat(n)}x${')'.repeat(n)}`, 150],
  ['INTERVAL', (n) => `SELECT ${'INTERVAL '.repeat(n)}1${' DAY'.repeat(n)}`, 150],
  ['types of arrays', (n) => `SELECT CAST(x AS ${'ARRAY<'.repeat(n)}INT64${'>'.repeat(n)})`, 150],
  ['types of structs', (n) => `SELECT CAST(x AS ${'STRUCT<a INT64, b '.repeat(n)}INT64${'>'.repeat(n)})`, 150],
  ['conditions', (n) => `SELECT x FROM t WHERE ${'a = 1 AND '.repeat(n)}x`, 1000],
  ['sums', (n) => `SELECT x${' + x'.repeat(n)}`, 2000],
  ['set operations', (n) => `SELECT 1, 2${' UNION ALL SELECT 1, 2'.repeat(n)}`, 2000],
  ['joins', (n) => `SELECT 1 FROM t${' JOIN t USING (x)'.repeat(n)}`, 2000],
];

describe('tooDeepAt', () => {
  it.each(NESTINGS)('takes %s as deep as the parser does, and no deeper', (_, nest, enough) => {
    expect(deepest(nest(enough))).toBeUndefined();
    // Up to where it is refused, the parser comes through.
    const refused = Array.from({ length: 40 }, (__, n) => Math.ceil(enough * 1.05 ** n)).find((n) => deepest(nest(n)));
    expect(refused).toBeDefined();
    const most = Math.floor((refused ?? 0) / 1.05) - 1;
    expect(parse(nest(Math.max(most, enough))).length).toBeGreaterThan(0);
  });

  it.each([
    `SELECT x IN (${'1, '.repeat(20_000)}1) FROM t`,
    `SELECT ${'f(a.b + 1, -c) AS d, '.repeat(5000)}x FROM t`,
    `SELECT ${'CASE WHEN a THEN -1 ELSE 2 END, '.repeat(5000)}x`,
    `SELECT ${'ARRAY<STRUCT<a INT64>>[], a < b, '.repeat(5000)}x`,
    `SELECT '${'('.repeat(5000)}' -- ${'('.repeat(5000)}`,
  ])('minds no length (%#)', (sql) => {
    expect(deepest(sql)).toBeUndefined();
  });

  it('refuses CASE where the parser takes it for a statement before its stack overflows', () => {
    const nest = (levels: number) => `${'CASE x WHEN 1 THEN '.repeat(levels)}SELECT 1`;
    const most = Array.from({ length: 300 }, (_, levels) => levels).findLast((levels) => !deepest(nest(levels))) ?? 0;
    expect(most).toBeGreaterThan(100);
    expect(() => parse(nest(most))).not.toThrow(BrokenParser);
  });

  it.each(['NOT', '-', '+'])('counts %s before a SELECT together with what is in it', (prefix) => {
    const nest = (levels: number) => `${`${prefix} `.repeat(levels)}SELECT 'a' ${'- '.repeat(levels)} b`;
    const most = Array.from({ length: 300 }, (_, levels) => levels).findLast((levels) => !deepest(nest(levels))) ?? 0;
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(100);
    expect(() => parse(nest(most))).not.toThrow(BrokenParser);
  });

  it('tells the place', () => {
    expect(deepest(`SELECT\n  ${'('.repeat(300)}`)).toMatchObject({ line: 2, text: '(' });
  });
});
