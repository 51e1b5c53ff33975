import { NO_OPERANDS, RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import type { SqlProblem } from '../sql-problem.js';
import type { SqlToken } from '../tokens/sql-tokens.js';
import { advance, byPlace, type TextPosition } from '../tokens/text-position.js';

const DATE_PART = /^(?:microsecond|millisecond|second|minute|hour|day|week|month|quarter|year)s?$/i;

/** What people write who know other dialects: where it begins is the first of these tokens. */
type Habit = (token: SqlToken, next: SqlToken | undefined, nearby: Nearby) => string | undefined;

/** The token so many places further on. */
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
    token.kind === 'string' && next?.kind === 'string' && isAdjacent(token, next)
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
    isKeyword(text) && /^(?:,|select)$/i.test(nearby(-1)) && /^(?:,|\)|from|)$/i.test(next?.text ?? '')
      ? `"${text}" is a reserved keyword; as a name it stands in backticks`
      : undefined,
];

/** Reserved words that are values. */
const VALUES = new Set(['NULL', 'TRUE', 'FALSE']);

const INTERVALS = 'write an interval as in INTERVAL 1 DAY';

/**
 * The last thing in front of `place`, where the parser gave up, that other dialects have and GoogleSQL writes otherwise; undefined
 * for any other mistake.
 */
export function foreignSyntax(tokens: readonly SqlToken[], place: TextPosition): SqlProblem | undefined {
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index];
    if (!token || byPlace(token, place) > 0) continue;
    for (const habit of HABITS) {
      const remedy = habit(token, tokens[index + 1], (distance) => tokens[index + distance]?.text ?? '');
      if (remedy) return { line: token.line, column: token.column, message: `syntax error: ${remedy}` };
    }
  }
  return undefined;
}

function isPair(token: SqlToken, next: SqlToken | undefined, pair: string): boolean {
  const isBehind = next?.line === token.line && next.column === token.column + 1;
  return isBehind && token.kind === 'symbol' && token.text + next.text === pair;
}

/** Nothing stands between them. */
function isAdjacent({ line, column, text }: SqlToken, next: SqlToken): boolean {
  const end = advance({ line, column }, text);
  return byPlace(end, next) === 0 && text.at(-1) === next.text[0];
}

function isKeyword(text: string): boolean {
  return RESERVED_KEYWORDS.has(text.toUpperCase()) && !VALUES.has(text.toUpperCase());
}

function isOperand(text: string): boolean {
  return /[\p{L}\p{N}_)\]'"`]$/u.test(text) && !NO_OPERANDS.has(text.toUpperCase());
}

function isWord(text: string, word: string): boolean {
  return text.toUpperCase() === word;
}
