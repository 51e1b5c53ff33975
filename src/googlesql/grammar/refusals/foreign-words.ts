import { RESERVED_KEYWORDS } from '../../tokens/reserved-keywords.js';
import type { SqlToken } from '../../tokens/sql-tokens.js';

const REGEXP = "write REGEXP_CONTAINS(x, r'…')";

/**
 * Words and symbols of other dialects where the parser has given up, or a word or two in front of it: elsewhere each of them may be a name,
 * or mean something else. A second word has to follow the first.
 */
const REMEDIES: Readonly<Record<string, string>> = {
  RLIKE: `${REGEXP} for RLIKE`,
  REGEXP: `${REGEXP} for REGEXP`,
  GLOB: "write LIKE '…%' for GLOB",
  CONTAINS: "write CONTAINS_SUBSTR(x, '…') for CONTAINS",
  'STARTS WITH': "write STARTS_WITH(x, '…')",
  ESCAPE: "LIKE has no ESCAPE; a backslash takes % and _ as they are: LIKE r'50\\%'",
  ISNULL: 'write x IS NULL',
  NOTNULL: 'write x IS NOT NULL',
  FETCH: 'write LIMIT n at the end of the query for FETCH FIRST n ROWS',
  'WITHIN GROUP':
    "there is no WITHIN GROUP; write STRING_AGG(x, ',' ORDER BY y), ARRAY_AGG(x ORDER BY y) or PERCENTILE_CONT(x, 0.5) OVER ()",
  'FILTER (': 'there is no FILTER (WHERE …); write COUNTIF(condition), or SUM(IF(condition, x, NULL))',
  SEPARATOR: "write STRING_AGG(x, ',')",
  MINUS: 'write EXCEPT DISTINCT for MINUS',
  NATURAL: 'write JOIN … USING (column) for NATURAL JOIN',
  'LATERAL VIEW': 'write CROSS JOIN UNNEST(array) AS x',
  INTO: 'endpoints only read; leave INTO out',
  'FOR UPDATE': 'endpoints only read; leave FOR UPDATE out',
  'AT TIME': "write DATETIME(ts, 'Europe/Berlin') for ts AT TIME ZONE",
  'OVER PARTITION': 'what stands behind OVER is in brackets: OVER (PARTITION BY …)',
  DIV: 'write DIV(x, y)',
  MOD: 'write MOD(x, y)',
  '%': 'write MOD(x, y) for "%"',
  '* *': 'write POW(x, y) for "**"',
  '/ /': 'write DIV(x, y) for "//"',
  '= ANY': 'write IN (…) for = ANY (…)',
  '= !': 'write != for "=!"',
  '= <': 'write <= for "=<"',
  '> <': 'write <> for "><"',
  '! ~': 'write NOT REGEXP_CONTAINS(x, r\'…\') for "!~"',
  ', ,': 'nothing stands between these commas',
};

/** The keywords with the most frequent slips, which the parser takes for names. */
const SLIPPED = ['FROM', 'WHERE', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'JOIN', 'UNION', 'WINDOW', 'QUALIFY'];

/** Tokens with a name behind them, even one like a keyword. */
const NAMING = /^(?:FROM|JOIN|AS|,|\.|\()$/i;

/** The remedy for a word or symbol that GoogleSQL does not have here. */
export function foreignWord(tokens: readonly SqlToken[], index: number): string | undefined {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!token || token.kind === 'string' || token.kind === 'quoted name' || before?.text === '.') return undefined;
  const word = token.text.toUpperCase();
  const remedy = REMEDIES[`${word} ${next?.text.toUpperCase() ?? ''}`] ?? REMEDIES[word];
  return remedy ?? parameter(token, before, next) ?? slip(word, before);
}

function parameter({ text }: SqlToken, before: SqlToken | undefined, next: SqlToken | undefined): string | undefined {
  const isMark = text === '?' || ((text === '$' || text === ':') && next?.kind === 'word');
  if (before?.text === ':') return undefined;
  const isName = before?.kind === 'word' && !RESERVED_KEYWORDS.has(before.text.toUpperCase());
  return isMark && !isName ? 'a parameter is written @name' : undefined;
}

function slip(word: string, before: SqlToken | undefined): string | undefined {
  if (RESERVED_KEYWORDS.has(word) || NAMING.test(before?.text ?? '')) return undefined;
  const meant = SLIPPED.find((keyword) => isSlip(word, keyword));
  return meant && `did you mean ${meant} for "${word}"?`;
}

/** Whether a word has the letters of a keyword in another order, lacks one, or has one more. */
function isSlip(word: string, keyword: string): boolean {
  if (!word.startsWith(keyword.charAt(0)) || word === keyword) return false;
  if (word.length === keyword.length) return sorted(word) === sorted(keyword);
  const [long, short] = word.length > keyword.length ? [word, keyword] : [keyword, word];
  return Array.from(long, (_, at) => long.slice(0, at) + long.slice(at + 1)).includes(short);
}

function sorted(word: string): string {
  return Array.from(word).sort().join('');
}
