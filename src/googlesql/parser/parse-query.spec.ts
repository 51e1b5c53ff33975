import { parse } from './parser.js';
import { parseQuery, TOO_DEEP } from './parse-query.js';
import { UnparsedQuery } from './unparsed-query.js';

const ENDS_TOO_EARLY = 'syntax error: the query ends too early';

/** Texts that the parser itself breaks at, and what is wrong with them. */
const BREAKING: readonly [sql: string, line: number, column: number, message: string][] = [
  ['from.', 1, 6, ENDS_TOO_EARLY],
  ['FROM a.', 1, 8, ENDS_TOO_EARLY],
  ['SELECT 1 FROM .', 1, 16, ENDS_TOO_EARLY],
  ['SELECT 1 x DROP id', 1, 19, ENDS_TOO_EARLY],
  ["SELECT '😀é'\nFROM a. -- 😀\n", 3, 1, ENDS_TOO_EARLY],
  ["SELECT 1\nFROM '😀'.", 2, 10, ENDS_TOO_EARLY],
  ['< 1', 1, 1, 'syntax error: unexpected "<"'],
  ['/* 😀 */ <> 1', 1, 9, 'syntax error: unexpected "<"'],
  ['\n /* 😀 */ < ARRAY<INT64>', 2, 10, 'syntax error: unexpected "<"'],
];

describe('parseQuery', () => {
  let said: jest.SpyInstance;

  beforeEach(() => {
    said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  function problemOf(sql: string): UnparsedQuery {
    try {
      parseQuery(sql);
    } catch (error) {
      if (error instanceof UnparsedQuery) return error;
      throw error;
    }
    throw new Error('it has been parsed');
  }

  it.each(BREAKING)('refuses %j at its place, and reads the next query', (sql, line, column, message) => {
    expect(problemOf(sql).problem).toEqual({ line, column, message });
    expect(parseQuery('SELECT 1').type).toBe('SelectStatement');
  });

  it.each<[string, number, number, string]>([
    ['SELECT SUM(x) FROM (FROM t ', 1, 20, 'syntax error: this "(" is not closed'],
    ['SELECT 1 AS x\nFROM (FROM t |> WHERE id < 3t3)', 2, 29, '"t3" here'],
    ["SELECT r'a' x, (FROM a), é 1LIMIT 2", 1, 29, '"LIMIT" here'],
    ['SELECT (FROM t) {', 1, 18, 'syntax error'],
    ["SELECT 'a\ud800' AS x", 1, 8, 'syntax error: this is half of a Unicode character; leave it out'],
    ['SELECT 1\nFROM (FROM t), \udc00', 2, 16, 'syntax error: this is half of a Unicode character; leave it out'],
    ['SELECT 1 AS x UNION ALL CORRESPONDING BY BY (x) (FROM (SELECT 2 AS x)) ORDER BY x', 1, 49, '"(" here'],
    ['SELECT(((1 f(FROM)', 1, 14, 'syntax error: unexpected "AS", ")" is missing'],
  ])('tells the place of the author’s text where the parser is given another one: %j', (sql, line, column, message) => {
    expect(problemOf(sql).problem).toEqual({ line, column, message });
  });

  it.each(['FROM a.', 'SELECT x FROM (', 'SELECT 1 SELECT 2'])('reads %j no second time', (sql) => {
    const found = problemOf(sql);
    expect(problemOf(sql)).toBe(found);
    parseQuery('SELECT 1');
    expect(problemOf(sql)).not.toBe(found);
  });

  it('reads the next query where the parser’s stack has overflowed', () => {
    const deep = `SELECT ${'('.repeat(5000)}`;
    expect(() => parse(deep)).toThrow(expect.objectContaining({ name: 'BrokenParser', panic: undefined }) as Error);
    expect(parse('SELECT 1')).toHaveLength(2);
    expect(problemOf(deep).problem.message).toBe(TOO_DEEP);
    expect(parseQuery('SELECT 1').type).toBe('SelectStatement');
  });

  it.each(['FROM a |> WITH b AS (FROM  ( ( ( ( ( ( ( ( ( ( ( ( ( (b) |>'])(
    'tells the place in the text as written, which pipes are rewritten to nest more: %j',
    (sql) => {
      const { line, column, message } = problemOf(sql).problem;
      expect(message).toBe(TOO_DEEP);
      expect(sql.slice(column - 1)).toMatch(/^\(/);
      expect(line).toBe(1);
    },
  );

  it('goes on however many have broken it', () => {
    for (let times = 0; times < 300; times += 1) expect(problemOf(`SELECT ${times} FROM a.`).problem.line).toBe(1);
    expect(parseQuery('SELECT 1').type).toBe('SelectStatement');
  });
});
