import { sqlCorpus } from '../../../test/support/fuzz/sql-mutants.js';
import { parseInsideOut } from './inside-out.js';
import { parse } from './parser.js';
import { parseQuery, TOO_DEEP } from './parse-query.js';
import { rewrite } from './workarounds/text/rewrite.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { UnparsedQuery } from './unparsed-query.js';

function problemOf(sql: string) {
  try {
    parseQuery(sql);
  } catch (error) {
    if (error instanceof UnparsedQuery) return error.problem;
    throw error;
  }
  return undefined;
}

/** With a mistake inside, each level of these doubles the parser’s time: so many would take it longer than anybody waits. */
const DOUBLING: readonly [opening: string, closing: string][] = [
  ['(SELECT x FROM t JOIN ', ')'],
  ['(t JOIN (SELECT x FROM ', '))'],
  ['(SELECT x FROM a, ', ')'],
  ['[(FROM (FROM ', '))]'],
  ['x IN (SELECT (SELECT x FROM (SELECT x FROM a, ', ')))'],
];

describe('queries in brackets, from the inside out', () => {
  it.each(DOUBLING)('come to a mistake at once: %s…%s', (opening, closing) => {
    const before = `SELECT x\nFROM ${opening.repeat(24)}`;
    expect(problemOf(`${before}(SELECT x y z)${closing.repeat(24)}`)).toEqual({
      line: 2,
      column: before.length - 'SELECT x\n'.length + '(SELECT x y '.length + 1,
      message: 'syntax error',
    });
    expect(problemOf(`${before}(SELECT x`)).toBeDefined();
  });

  it('come to a mistake at its place in the whole text, on whichever line', () => {
    const problem = problemOf(`SELECT 1,\n  ${'(SELECT x FROM '.repeat(8)}(SELECT x\n  FROM y z v)${')'.repeat(8)}`);
    expect(problem).toEqual({ line: 3, column: 12, message: 'syntax error' });
  });

  it('are given to the parser from their own bracket on, however much stands in front of it', () => {
    const sql = `SELECT ${'(SELECT 1) +\n'.repeat(300)}(SELECT (SELECT 1))`;
    let given = 0;
    parseInsideOut(sqlTokens(sql).tokens, (query) => (given += query.length), 0);
    expect(given).toBeGreaterThan(3000);
    expect(given).toBeLessThan(2 * sql.length);
  });

  it('are refused where too many of them are tables, which are read twice without a mistake', () => {
    const nest = (levels: number) => `SELECT 1 FROM ${'((SELECT x FROM '.repeat(levels)}t${') AS t)'.repeat(levels)}`;
    expect(problemOf(nest(8))).toBeUndefined();
    expect(problemOf(nest(40))?.message).toBe(TOO_DEEP);
    expect(problemOf(`SELECT ${'((x) + 1 + '.repeat(20)}1${')'.repeat(20)}`)).toBeUndefined();
    expect(problemOf(`SELECT ${'('.repeat(60)}x${')'.repeat(60)}`)).toBeUndefined();
  });

  it('are what the parser takes, wherever they stand', () => {
    let read = 0;
    for (const sql of sqlCorpus()) {
      if (problemOf(sql)) continue;
      const { text } = rewrite(sql, sqlTokens(sql).tokens);
      const { tokens } = sqlTokens(text);
      expect(() => {
        parseInsideOut(
          tokens,
          (query) => {
            read += 1;
            return parse(query);
          },
          0,
        );
      }).not.toThrow();
    }
    expect(read).toBeGreaterThan(300);
  });
});
