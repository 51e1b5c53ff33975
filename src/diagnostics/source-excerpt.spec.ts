import { sourceExcerpt } from './source-excerpt.js';

/** The line and its caret, one below the other. */
function shown(line: string, column: number, width = 40): string[] {
  const { text, caret } = sourceExcerpt(line, column, width);
  return [text, caret];
}

describe('sourceExcerpt', () => {
  it.each<[string, string, number, string, string]>([
    ['the column', 'max_row: 5', 10, 'max_row: 5', '         ^'],
    ['behind the last column', 'SELECT', 7, 'SELECT', '      ^'],
    ['behind the end, were it further', 'SELECT', 99, 'SELECT', '      ^'],
    ['without the carriage return', 'SELECT\r', 99, 'SELECT', '      ^'],
    ['behind tabs, wherever they stop', '\ta\tb', 4, '\ta\tb', '\t \t^'],
    ['behind characters of several code points', "'🇵🇹e\u0301👍🏽' x", 9, "'🇵🇹e\u0301👍🏽' x", '       ^'],
    ['behind wide characters', "'日本語ｶﾅ' x", 8, "'日本語ｶﾅ' x", '          ^'],
    ['behind astral characters', "'😀𝒳' x", 6, "'😀𝒳' x", '      ^'],
    ['behind combining marks', "'e\u0301' x", 6, "'e\u0301' x", '    ^'],
    ['below what a terminal would obey', '\u001b[2Ja\u202eb\u00a0c', 8, '\ufffd[2Ja\ufffdb\ufffdc', '       ^'],
  ])('puts the caret %s', (_, line, column, ...expected) => {
    expect(shown(line, column)).toEqual(expected);
  });

  it.each<[string, string, number, string, string]>([
    ['at its start', 'abcdefghijklmnopqrstuvwxyz', 2, 'abcdefghij…', ' ^'],
    ['in its middle', 'abcdefghijklmnopqrstuvwxyz', 13, '…hijklmnopq…', '      ^'],
    ['at its end', 'abcdefghijklmnopqrstuvwxyz', 26, '…qrstuvwxyz', '          ^'],
    ['behind its end', 'abcdefghijklmnopqrstuvwxyz', 27, '…qrstuvwxyz', '           ^'],
    ['of wide characters', '一二三四五六七八九十', 5, '…三四五六七…', '     ^'],
  ])('shows the part of a long line around a place %s', (_, line, column, ...expected) => {
    expect(shown(line, column, 10)).toEqual(expected);
  });
});
