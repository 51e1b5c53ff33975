import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('regular expressions', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      String.raw`REGEXP_EXTRACT('foo bar', 'o+'), REGEXP_EXTRACT('user=42;', r'user=(\d+)'), REGEXP_EXTRACT('abc', 'x')`,
      ['oo', '42', null],
    ],
    // An empty match is an empty string; a group that took no part is NULL.
    [
      `REGEXP_EXTRACT('abc', 'x*'), REGEXP_EXTRACT('b', '(a)?b'), REGEXP_EXTRACT('b', '(a*)b'), REGEXP_EXTRACT('', '')`,
      ['', null, '', ''],
    ],
    [`REGEXP_EXTRACT(NULL, 'a'), REGEXP_EXTRACT('éa🦆', '🦆'), REGEXP_EXTRACT('ABC', '(?i)b(c)')`, [null, '🦆', 'C']],
    [
      String.raw`REGEXP_EXTRACT('a(b', r'a\((b)'), REGEXP_EXTRACT('a)b', '[)(](b)'), REGEXP_EXTRACT('xy', 'x(?P<n>y)'), REGEXP_EXTRACT('xy', '(?:x)y')`,
      ['b', 'b', 'y', 'xy'],
    ],
    [
      String.raw`REGEXP_EXTRACT('a]b', '[]](b)'), REGEXP_EXTRACT('a1b', '[^[:alpha:](](b)'), REGEXP_EXTRACT('a(b)c', r'\Q(b)\E(c)')`,
      ['b', 'b', 'c'],
    ],
    [
      String.raw`REGEXP_EXTRACT('a1 b2 c3', r'[a-z]\d', 2), REGEXP_EXTRACT('a1 b2 c3', r'[a-z](\d)', 1, 3), REGEXP_EXTRACT('é1 b2', r'\d', 3, 1)`,
      ['b2', '3', '2'],
    ],
    [
      String.raw`REGEXP_EXTRACT('a1', r'\d', 9), REGEXP_EXTRACT('a1', r'\d', 1, 2), REGEXP_SUBSTR('a1', r'\d')`,
      [null, null, '1'],
    ],
    [
      String.raw`REGEXP_EXTRACT_ALL('a1 b2', r'[a-z]\d'), REGEXP_EXTRACT_ALL('a=1 b=2', r'=(\d)'), REGEXP_EXTRACT_ALL('abc', 'x'), REGEXP_EXTRACT_ALL('', 'x*')`,
      [['a1', 'b2'], ['1', '2'], [], ['']],
    ],
    [
      String.raw`REGEXP_REPLACE('abcb', 'b', '-'), REGEXP_REPLACE('k=v', r'(\w)=(\w)', r'\2:\1 \0 \\'), REGEXP_REPLACE('abc', 'b*', '-')`,
      ['a-c-', 'v:k k=v \\', '-a-c-'],
    ],
    [
      String.raw`REGEXP_REPLACE('éé', 'x*', '-'), REGEXP_REPLACE('', 'a*', '-'), REGEXP_REPLACE('b', '(a)?b', r'[\1]'), REGEXP_REPLACE(NULL, 'a', 'b')`,
      ['-é-é-', '-', '[]', null],
    ],
    [
      `REGEXP_INSTR('a@cd', '@[^-]*'), REGEXP_INSTR('éb', 'b'), REGEXP_INSTR('abc', 'x'), REGEXP_INSTR(NULL, 'a')`,
      [2, 2, 0, null],
    ],
    [
      `REGEXP_INSTR('éa-b-c', '-.', 1, 2), REGEXP_INSTR('éa-b-c', '-.', 4), REGEXP_INSTR('a-b', '-.', 1, 1, 1), REGEXP_INSTR('aa', 'a', 1, 3), REGEXP_INSTR('a', 'a', 5), REGEXP_INSTR(NULL, 'a', 1)`,
      [5, 5, 4, 0, 0, null],
    ],
    // Where a match has taken the last character there is no empty one behind it; past an empty one goes one character.
    [
      `REGEXP_INSTR('aaa', 'a*', 2, 2), REGEXP_INSTR('baac', 'a*', 1, 2), REGEXP_INSTR('baac', 'a*', 1, 3), REGEXP_INSTR('baac', 'a*', 1, 4), REGEXP_INSTR('éa', 'x*', 1, 2, 1)`,
      [0, 2, 4, 0, 2],
    ],
    [
      String.raw`REGEXP_INSTR('a\nbb', '(?:x|bb)'), REGEXP_INSTR('ab', '^b|b$'), REGEXP_INSTR('ab', ''), REGEXP_INSTR('', 'x*')`,
      [3, 2, 0, 0],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    // DuckDB gives an empty match at the end of the text that GoogleSQL does not.
    [`REGEXP_EXTRACT_ALL('baac', 'a*')`, 'matches the empty string'],
    [`REGEXP_EXTRACT('baac', 'a*', 1, 4)`, 'matches the empty string'],
    [`REGEXP_EXTRACT('a', '(')`, 'missing )'],
    [`REGEXP_EXTRACT_ALL('ab', 'a|(b)')`, 'not part of each match'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`REGEXP_EXTRACT('a', '(a)(b)')`, '1:28 the pattern of REGEXP_EXTRACT has 2 groups; 1 can be captured'],
    [`REGEXP_EXTRACT('a', UPPER('a'))`, 'a pattern of REGEXP_EXTRACT other than a string literal'],
    [`REGEXP_EXTRACT(b'a', NULL)`, 'REGEXP_EXTRACT of BYTES is not supported'],
    [`REGEXP_INSTR(b'a', ERROR('x'))`, 'REGEXP_INSTR of BYTES is not supported'],
    [`REGEXP_EXTRACT(b'a', 'a')`, 'no REGEXP_EXTRACT(BYTES, STRING); there is'],
    [`REGEXP_EXTRACT(b'a', b'a')`, 'REGEXP_EXTRACT of BYTES is not supported'],
    [`REGEXP_CONTAINS(b'a', b'a')`, 'REGEXP_CONTAINS(BYTES, BYTES) is not supported'],
    [`REGEXP_CONTAINS(b'a', 'a')`, 'no REGEXP_CONTAINS(BYTES, STRING); there is REGEXP_CONTAINS(STRING, STRING)'],
    [`REGEXP_EXTRACT('ab', '^b', 2)`, 'a position together with "^"'],
    [`REGEXP_EXTRACT('ab', 'b', 0)`, 'a position of REGEXP_EXTRACT below 1'],
    [`REGEXP_EXTRACT('ab', 'b', 1, 1 + 1)`, 'an occurrence of REGEXP_EXTRACT other than a number written out'],
    [String.raw`REGEXP_REPLACE('a', 'a', r'\1')`, 'names group 1, and the pattern has 0'],
    [String.raw`REGEXP_REPLACE('a', 'a', r'\n')`, 'stands before a digit or another backslash'],
    [`REGEXP_REPLACE('a', 'a', UPPER('b'))`, 'a replacement of REGEXP_REPLACE other than a string literal'],
    [`REGEXP_INSTR('a', '(a)')`, 'a group in a pattern of REGEXP_INSTR'],
    [`REGEXP_INSTR('ab', 'a)(?:b')`, '1:27 a parenthesis in the pattern of REGEXP_INSTR has no partner'],
    [`REGEXP_INSTR('ab', '[(]a(?:b')`, 'has no partner'],
    [`REGEXP_INSTR('a', '(a)(b)')`, 'has 2 groups; 1 can be captured'],
    [`REGEXP_INSTR('a', '^a', 2)`, 'a position together with "^"'],
    [`REGEXP_INSTR('a', 'a', 0)`, 'a position of REGEXP_INSTR below 1'],
    [`REGEXP_INSTR('a', 'a', 1, 1, 2)`, 'an occurrence_position of REGEXP_INSTR other than 0 or 1'],
    [String.raw`REGEXP_INSTR('a', r'\Qa')`, '"\\Q" in a pattern of REGEXP_INSTR'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
