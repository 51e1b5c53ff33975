import { namedParameters, refusedParameters } from './named-parameters.js';

describe('namedParameters', () => {
  it('finds each use with its place', () => {
    expect(namedParameters('SELECT @a,\n  @B.c + t.@d')).toEqual([
      { name: 'a', line: 1, column: 8 },
      { name: 'B', line: 2, column: 3 },
      { name: 'd', line: 2, column: 12 },
    ]);
  });

  it.each([
    `'@a'`,
    `r"\\" '@a'`,
    `'it\\'s @a'`,
    `"""@a " @b"""`,
    '`@a`',
    '`a\\`@b`',
    '-- @a',
    '# @a',
    '/*/ @a */',
    '@@a',
  ])('finds none in %s', (sql) => {
    expect(namedParameters(`SELECT ${sql}`)).toEqual([]);
  });

  it('finds one behind anything that has ended', () => {
    for (const sql of [`'\\\\'`, `r'\\\\'`, `''''''`, '``', '--\n', '/**/', `'''it's'''`]) {
      expect(namedParameters(`${sql}@a`).map(({ name }) => name)).toEqual(['a']);
    }
  });
});

describe('refusedParameters', () => {
  it('names system variables and positional parameters with their places', () => {
    expect(refusedParameters(`SELECT @@project_id, '?',\n?`)).toEqual([
      { line: 1, column: 8, message: expect.stringContaining('@@project_id') as string },
      { line: 2, column: 1, message: expect.stringContaining('positional') as string },
    ]);
  });
});
