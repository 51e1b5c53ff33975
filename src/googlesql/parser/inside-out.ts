import { beginsQuery, type BracketedQuery, bracketedQueries } from './bracketed-query.js';
import { closingBracket } from '../tokens/closing-bracket.js';
import type { SqlToken } from '../tokens/sql-tokens.js';
import { advance, byPlace, type TextPosition } from '../tokens/text-position.js';

// Where a table may stand and a bracket opens a query, the parser reads a query first and, where that fails, a table, with all that is
// within once more. So a mistake within many levels of them takes it twice as long with each level.

/** Levels of queries in brackets; 32 times as long is not long yet. */
const FEW = 5;
/** Of levels that are read twice although there is no mistake in them. */
const MAX_TABLES = 8;

/** A query in the place of one that has been read already. */
const MASK = '(SELECT 1)';
/** Behind a query in brackets, what makes a longer query of it. */
const QUERY_GOES_ON = /^(?:UNION|INTERSECT|EXCEPT|FULL|LEFT|INNER|OUTER)$/i;

/**
 * Has the parser read the queries in brackets one by one, from the inside out, so that it comes to a mistake once.
 *
 * @throws what `parse` throws, with the place in the whole text
 */
export function parseInsideOut(tokens: readonly SqlToken[], parse: (sql: string) => unknown, few = FEW): void {
  const queries = bracketedQueries(tokens);
  if (!queries.some(({ depth }) => depth > few)) return;
  const read = new Map<number, number>();
  for (const query of queries) {
    try {
      parse(masked(tokens, query, read));
    } catch (error) {
      throw inWholeText(error, tokens, query);
    }
    read.set(query.opening, query.closing);
  }
}

/** The bracket at which too many are open that hold a table which begins with a query in brackets: `((SELECT …) AS t JOIN …)`. */
export function tooManyTablesAt(tokens: readonly SqlToken[]): SqlToken | undefined {
  const open: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') open.push(isTable(tokens, index));
    if (token.text === ')') open.pop();
    if (token.text === '(' && open.filter(Boolean).length > MAX_TABLES) return token;
  }
  return undefined;
}

function isTable(tokens: readonly SqlToken[], opening: number): boolean {
  if (tokens[opening + 1]?.text !== '(' || !leadsToQuery(tokens, opening)) return false;
  const closing = closingBracket(tokens, opening + 1);
  return closing < 0 || !QUERY_GOES_ON.test(tokens[closing + 1]?.text ?? '');
}

function leadsToQuery(tokens: readonly SqlToken[], opening: number): boolean {
  let index = opening;
  while (tokens[index]?.text === '(') index += 1;
  return beginsQuery(tokens[index]);
}

/** A query as it stands in the text from its bracket on, with those within it masked. */
function masked(tokens: readonly SqlToken[], query: BracketedQuery, read: ReadonlyMap<number, number>): string {
  let text = '';
  let end: TextPosition | undefined;
  for (let index = query.opening; index <= query.closing; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const closing = read.get(index);
    const piece = closing === undefined ? token.text : MASK;
    text += (end ? gap(end, token) : '') + piece;
    end = advance(end && byPlace(end, token) > 0 ? end : token, piece);
    index = closing ?? index;
  }
  return text;
}

/** As much white space as leads from one place to another; a mask may be longer than what it stands for. */
function gap(from: TextPosition, to: TextPosition): string {
  const lines = to.line - from.line;
  if (lines > 0) return '\n'.repeat(lines) + ' '.repeat(to.column - 1);
  return ' '.repeat(Math.max(0, to.column - from.column));
}

/** The place in the whole text. What is wrong at the end of a part is wrong at its bracket. */
function inWholeText(error: unknown, tokens: readonly SqlToken[], query: BracketedQuery): unknown {
  const { line, column } = error as Partial<TextPosition>;
  const [opening, closing] = [tokens[query.opening], tokens[query.closing]];
  if (line === undefined || column === undefined || !opening || !closing) return error;
  if (line > closing.line - opening.line + 1) {
    return closing.text === ')' ? { line: closing.line, column: closing.column } : error;
  }
  return { line: opening.line + line - 1, column: line === 1 ? opening.column + column - 1 : column };
}
