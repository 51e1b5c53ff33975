import { hasMoreTokens, sqlTokens } from './sql-tokens.js';

const texts = (sql: string) => sqlTokens(sql).tokens.map((token) => token.text);

describe('sqlTokens', () => {
  it.each<[string, string, string[]]>([
    ['comment markers in strings', `'-- a' "# b" '/* c'`, [`'-- a'`, `"# b"`, `'/* c'`]],
    ['quotes in comments', `1 -- it's\n# "q\n/* ' */ 2`, ['1', `-- it's`, '# "q', `/* ' */`, '2']],
    ['a comment that starts with a slash', '/*/ @x */ 1', ['/*/ @x */', '1']],
    ['comments that do not nest', '/* /* */ a', ['/* /* */', 'a']],
    ['a line comment that ends with CRLF', '-- a\r\nb', ['-- a', 'b']],
    ['escaped quotes', String.raw`'it\'s' "a\"b"`, [String.raw`'it\'s'`, String.raw`"a\"b"`]],
    ['an escaped backslash in front of the end', String.raw`'a\\' b`, [String.raw`'a\\'`, 'b']],
    ['a raw string, where a backslash keeps the quote too', String.raw`r'a\' b' c`, [String.raw`r'a\' b'`, 'c']],
    ['raw strings and pairs of backslashes', String.raw`r'\\' b`, [String.raw`r'\\'`, 'b']],
    ['prefixes in both cases', `r'a' B"b" rb'c' bR'd'`, [`r'a'`, `B"b"`, `rb'c'`, `bR'd'`]],
    ['a prefix inside a word', String.raw`xr'a'`, ['xr', `'a'`]],
    ['quotes in triple quotes', `'''a 'b' ''c''' """d "e" """`, [`'''a 'b' ''c'''`, `"""d "e" """`]],
    ['an escaped quote in triple quotes', String.raw`'''a\'''' b`, [String.raw`'''a\''''`, 'b']],
    ['several lines in triple quotes', `'''a\n--b\n''' c`, [`'''a\n--b\n'''`, 'c']],
    ['empty strings', `'' "" '''''' a`, [`''`, `""`, `''''''`, 'a']],
    ['names in backticks', '`a-b.@c` `d\\`e` f', ['`a-b.@c`', '`d\\`e`', 'f']],
    ['pipes', 'FROM t |> WHERE a|>b', ['FROM', 't', '|>', 'WHERE', 'a', '|>', 'b']],
    ['other alphabets', 'größe = 日本 || 😀', ['größe', '=', '日本', '|', '|', '😀']],
    ['nothing', ' \t\n', []],
  ])('reads %s', (_, sql, expected) => {
    expect(texts(sql)).toEqual(expected);
    expect(sqlTokens(sql).problem).toBeUndefined();
  });

  it('counts lines by line feeds and columns by code points', () => {
    const { tokens } = sqlTokens(`'é😀' a\r\n\t'''x\n😀''' b`);
    expect(tokens.map(({ text, line, column }) => [text, line, column])).toEqual([
      [`'é😀'`, 1, 1],
      ['a', 1, 6],
      [`'''x\n😀'''`, 2, 2],
      ['b', 3, 6],
    ]);
  });

  it.each<[string, number, number, string]>([
    [`a\n  'b`, 2, 3, 'string is not closed on its line'],
    [`'a\nb'`, 1, 1, `'''…''' around several lines`],
    [`'a\\\nb'`, 1, 1, 'string is not closed on its line'],
    [`"a\\"`, 1, 1, 'write " where it ends'],
    [String.raw`r'a\'`, 1, 1, 'string is not closed'],
    [`'''a''`, 1, 1, `write ''' where it ends`],
    ['a `b\n`', 1, 3, 'quoted name is not closed'],
    ['a /* b', 1, 3, 'comment is not closed'],
    ['a /*/', 1, 3, 'comment is not closed'],
    ['a @ b', 1, 3, 'written @name'],
    ['a @`b`', 1, 3, 'written @name'],
    ['JOIN@{x=1} t', 1, 5, 'written @name'],
    ['-- a\rb', 1, 5, 'carriage return'],
  ])('refuses %j', (sql, line, column, message) => {
    expect(sqlTokens(sql).problem).toEqual({ line, column, message: expect.stringContaining(message) as string });
  });

  it('ends a word and a gap where the alphabet changes, and not before', () => {
    expect(texts(`aé éa rbé r'é' é'r' 😀a\r\n\u00a0b\ud800`)).toEqual([
      ...['aé', 'éa', 'rbé', `r'é'`, 'é', `'r'`],
      ...['😀', 'a', 'b', '\ud800'],
    ]);
  });

  it('tells whether there are more tokens than so many, and reads no further', () => {
    const more = (sql: string) => [1, 2, 3, 4].map((most) => hasMoreTokens(sql, most));
    expect(more('a /* b */ é')).toEqual([true, true, false, false]);
    expect(more('a b  ')).toEqual([true, false, false, false]);
    expect(more(`ab('x y', "é" )`)).toEqual([true, true, true, true]);
    // A mistake behind them is not looked at, and one before is not counted.
    expect(more(`a /* b */ é 'not closed`)).toEqual([true, true, false, false]);
    expect(more(`a 'not closed b c d e f`)).toEqual([false, false, false, false]);
    expect(hasMoreTokens('', 0)).toBe(false);
  });

  it('reads a megabyte in one string or on one line', () => {
    expect(texts(`'${'\\a'.repeat(500_000)}'`)).toHaveLength(1);
    expect(texts(`${'a '.repeat(100_000)}/*${'*'.repeat(500_000)}*/`)).toHaveLength(100_001);
  });
});
