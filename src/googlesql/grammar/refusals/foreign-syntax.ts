import { NO_OPERANDS, RESERVED_KEYWORDS } from '../../tokens/reserved-keywords.js';
import { problemAt, type SqlProblem } from '../../sql-problem.js';
import { areAdjacent, type SqlToken } from '../../tokens/sql-tokens.js';
import { byPlace, type TextPosition } from '../../tokens/text-position.js';

const DATE_PART = /^(?:microsecond|millisecond|second|minute|hour|day|week|month|quarter|year)s?$/i;

/** A habit from other dialects: finds the remedy where `token` is the first of such tokens. */
type Habit = (token: SqlToken, next: SqlToken | undefined, nearby: Nearby) => string | undefined;

/** Reads the token at a distance from here. */
type Nearby = (distance: number) => string;

const HABITS: readonly Habit[] = [
  (token, next) => (isPair(token, next, '==') ? 'write = for "=="' : undefined),
  (token, next) => (isPair(token, next, '::') ? 'write CAST(x AS type) for "x::type"' : undefined),
  (token, next) => (isPair(token, next, '->') ? 'write JSON_VALUE(x, \'$.name\') for "->" and "->>"' : undefined),
  (token, next) => (isPair(token, next, '&&') ? 'write AND for "&&"' : undefined),
  ({ text }, _next, nearby) =>
    text === '~' && isOperand(nearby(-1)) ? 'write REGEXP_CONTAINS(x, r\'…\') for "~"' : undefined,
  ({ text }) => (/^[“”‘’]$/.test(text) ? "write straight quotes, as in 'a'" : undefined),
  ({ text }) => (isWord(text, 'ILIKE') ? "write LOWER(x) LIKE '…', or CONTAINS_SUBSTR(x, '…'), for ILIKE" : undefined),
  ({ text }) => (isWord(text, 'SIMILAR') ? "write REGEXP_CONTAINS(x, r'…') for SIMILAR TO" : undefined),
  ({ text }, next, nearby) =>
    isWord(text, 'INTERVAL') && next?.kind === 'string' && !DATE_PART.test(nearby(2)) ? INTERVALS : undefined,
  ({ text }, _next, nearby) =>
    /^\d+$/.test(text) &&
    DATE_PART.test(nearby(1)) &&
    ![nearby(-1), nearby(-2)].some((each) => isWord(each, 'INTERVAL'))
      ? INTERVALS
      : undefined,
  (token, next) =>
    token.kind === 'string' && next?.kind === 'string' && areAdjacent(token, next) && token.text.at(-1) === next.text[0]
      ? `a quote in a text is written \\', or the text stands in "…": "can't"`
      : undefined,
  ({ text }, next) =>
    isWord(text, 'UNION') && !/^(?:ALL|DISTINCT)$/i.test(next?.text ?? '')
      ? 'write UNION ALL or UNION DISTINCT'
      : undefined,
  ({ text }, next, nearby) =>
    /^(?:INTERSECT|EXCEPT)$/i.test(text) && nearby(-1) !== '*' && !/^(?:ALL|DISTINCT)$/i.test(next?.text ?? '')
      ? `write ${text.toUpperCase()} DISTINCT`
      : undefined,
  ({ text }, next, nearby) =>
    isWord(text, 'TOP') && isWord(nearby(-1), 'SELECT') && /^\d+$/.test(next?.text ?? '')
      ? 'GoogleSQL has no TOP; write LIMIT at the end of the query'
      : undefined,
  ({ text }, next, nearby) =>
    isReservedWord(text) &&
    /^(?:,|select)$/i.test(nearby(-1)) &&
    (/^(?:,|\)|from|)$/i.test(next?.text ?? '') || (/^(?:GROUP|ORDER)$/i.test(text) && isName(next)))
      ? `"${text}" is a reserved keyword; as a name it stands in backticks`
      : undefined,
  ({ text }, next, nearby) =>
    /^(?:GROUP|ORDER)$/i.test(text) && nearby(-1) !== '.' && isName(next)
      ? `write ${text.toUpperCase()} BY`
      : undefined,
  ({ text }, next, nearby) =>
    text === '-' && /^(?:AS|WITH)$/i.test(nearby(-2)) && isName(next)
      ? `a name with "-" stands in backticks, as in \`${nearby(-1)}-${nearby(1)}\`; or write ${nearby(-1)}_${nearby(1)}`
      : undefined,
  ({ text }, next) =>
    isWord(text, 'TRY_CAST') && next?.text === '(' ? 'write SAFE_CAST(x AS type) for TRY_CAST' : undefined,
  ({ text }, _next, nearby) =>
    isWord(text, 'LIMIT') && nearby(2) === ',' && COUNT.test(nearby(3))
      ? `write LIMIT ${nearby(3)} OFFSET ${nearby(1)}`
      : undefined,
  ({ text }, _next, nearby) =>
    isWord(text, 'OFFSET') && COUNT.test(nearby(1)) && !isWord(nearby(-2), 'LIMIT') && nearby(-1) !== ')'
      ? 'OFFSET stands behind LIMIT: LIMIT n OFFSET m'
      : undefined,
  (token, next, nearby) =>
    isPair(token, next, '<=') && nearby(2) === '>' ? 'write IS NOT DISTINCT FROM for "<=>"' : undefined,
];

/** Tokens before the place where the parser has given up that are searched for a foreign word. */
const NEAR = 2;

/** Reserved words that are values. */
const VALUES = new Set(['NULL', 'TRUE', 'FALSE']);

/** First characters of LIMIT's and OFFSET's operands. */
const COUNT = /^[\d@]/;

const INTERVALS = 'write an interval as in INTERVAL 1 DAY';

/**
 * The last syntax of another dialect in front of `place`, where the parser gave up, with GoogleSQL's own; undefined for any other mistake.
 */
export function foreignSyntax(tokens: readonly SqlToken[], place: TextPosition): SqlProblem | undefined {
  const here = tokens.findLastIndex((token) => byPlace(token, place) <= 0);
  for (let index = here; index >= 0; index -= 1) {
    const token = tokens[index];
    if (!token) continue;
    const nearby = (distance: number) => tokens[index + distance]?.text ?? '';
    for (const habit of HABITS) {
      const remedy = habit(token, tokens[index + 1], nearby);
      if (remedy) return problem(token, remedy);
    }
    const remedy = index >= here - NEAR ? foreignWord(tokens, index) : undefined;
    if (remedy) return problem(token, remedy);
  }
  return openCase(tokens, place);
}

/** A CASE in front of `place` that has no END. */
function openCase(tokens: readonly SqlToken[], place: TextPosition): SqlProblem | undefined {
  const open: SqlToken[] = [];
  for (const [index, token] of tokens.entries()) {
    if (tokens[index - 1]?.text === '.') continue;
    if (isWord(token.text, 'CASE')) open.push(token);
    if (isWord(token.text, 'END')) open.pop();
  }
  const last = open.at(-1);
  return last && byPlace(last, place) < 0 ? problem(last, 'this CASE has no END') : undefined;
}

function problem(place: TextPosition, remedy: string): SqlProblem {
  return problemAt(place, `syntax error: ${remedy}`);
}

/** Whether a token is a name, and no word that GoogleSQL reserves. */
function isName(token: SqlToken | undefined): boolean {
  return (token?.kind === 'word' && !isReservedWord(token.text)) || token?.kind === 'quoted name';
}

function isPair(token: SqlToken, next: SqlToken | undefined, pair: string): boolean {
  if (next === undefined || token.kind !== 'symbol') return false;
  return token.text + next.text === pair && areAdjacent(token, next);
}

function isReservedWord(text: string): boolean {
  return RESERVED_KEYWORDS.has(text.toUpperCase()) && !VALUES.has(text.toUpperCase());
}

function isOperand(text: string): boolean {
  return /[\p{L}\p{N}_)\]'"`]$/u.test(text) && !NO_OPERANDS.has(text.toUpperCase());
}

function isWord(text: string, word: string): boolean {
  return text.toUpperCase() === word;
}

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
