import { tokenize } from 'bq2cst';
import { arePlain } from './plain-tokens.js';
import { sqlTokens } from './sql-tokens.js';

/** What tokens are made of, and what ends them; put together at random it makes whatever two tokenizers may differ over. */
const PIECES = [
  ...[
    'a',
    'r',
    'br',
    'e3',
    'E',
    'x1F',
    '_',
    '1',
    '23',
    '0x1F',
    '1e5',
    '.',
    '.5',
    '1.',
    'DATE',
    'NULL',
    '@a',
    '@',
    '@@x',
    '$',
    '?',
  ],
  ...["'a'", "''", "'--'", "'/*'", "'('", "'{{'", "'\\''", '"a"', '""', '"("', "'", '"', '`a`', '`', "'''", 'é', "'é'"],
  ...[
    '(',
    ')',
    '[',
    ']',
    ',',
    ';',
    '=',
    '<',
    '>',
    '<=',
    '<>',
    '<<',
    '+',
    '-',
    '*',
    '/',
    '|',
    '|>',
    '!=',
    '{{',
    '}}',
    '\\',
  ],
  ...[' ', '  ', '\n', '\t', '\f'],
];

/** Texts that are the same in each run. */
function* texts(count: number): Generator<string> {
  let seed = 1;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  for (let index = 0; index < count; index += 1) {
    // At the beginning of a text the parser comes to grief over some symbols.
    yield `a ${Array.from({ length: 1 + below(7) }, () => PIECES[below(PIECES.length)]).join('')}`;
  }
}

const placed = (tokens: readonly { line: number; column: number }[]) =>
  tokens.map(({ line, column }) => `${line}:${column}`);

describe('arePlain', () => {
  const plain = [...texts(40_000)].filter((text) => {
    const { tokens, problem } = sqlTokens(text);
    return !problem && arePlain(text, tokens);
  });

  it('holds for texts in which the parser reads our tokens', () => {
    expect(plain.length).toBeGreaterThan(1000);
    for (const text of plain) {
      const { tokens } = sqlTokens(text);
      const parsed = tokenize(text).filter(({ literal }) => literal !== '');
      const strays = placed(parsed).filter((place) => !placed(tokens).includes(place));
      const written = (literals: readonly string[]) => literals.join('');
      expect({ text, strays, written: written(parsed.map(({ literal }) => literal)) }).toEqual({
        text,
        strays: [],
        written: written(tokens.map((token) => token.text)),
      });
    }
  });

  it.each([
    "SELECT '\\''",
    'SELECT 5.e3b',
    'SELECT 1a',
    'SELECT `a`',
    "SELECT '{{'",
    "SELECT r'a'",
    "SELECT 'é'",
    'SELECT a # b',
  ])('does not hold for %s', (text) => {
    expect(arePlain(text, sqlTokens(text).tokens)).toBe(false);
  });

  it('holds for most queries', () => {
    const text = "SELECT a.b, COUNT(*) FROM t WHERE x > @y AND z LIKE '%c%' ORDER BY 2";
    expect(arePlain(text, sqlTokens(text).tokens)).toBe(true);
  });
});
