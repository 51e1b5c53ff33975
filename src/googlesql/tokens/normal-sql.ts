import { areAdjacent, endOf, significantTokens, type SqlToken } from './sql-tokens.js';
import { advance, byPlace, placeOf, TEXT_START, type TextPosition } from './text-position.js';

/** Brackets, beside which white space separates nothing. */
const BRACKETS = new Set(['(', ')', ',']);

/**
 * One text for all spellings of a query that differ only in comments, white space and a semicolon at the end. Its tokens are those of the
 * query.
 */
export function normalSql(sql: string): string {
  const tokens = significant(sql);
  return tokens.map((token, index) => gap(tokens[index - 1], token) + token.text).join('');
}

/** The place in a query for a place in its normal text: that of a token, or the end of the last one. */
export function placeInSql(sql: string, place: TextPosition): TextPosition {
  const tokens = significant(sql);
  let before: SqlToken | undefined;
  let end = TEXT_START;
  for (const token of tokens) {
    const start = advance(end, gap(before, token));
    if (byPlace(start, place) > 0) break;
    before = token;
    end = advance(start, token.text);
  }
  if (!before) return TEXT_START;
  const isBehind = before === tokens.at(-1) && byPlace(end, place) <= 0;
  return isBehind ? endOf(before) : placeOf(before);
}

/** The text between two tokens in the normal text. */
function gap(before: SqlToken | undefined, token: SqlToken): string {
  const isNeeded = before !== undefined && !BRACKETS.has(token.text) && !BRACKETS.has(before.text);
  return isNeeded && !areAdjacent(before, token) ? ' ' : '';
}

/** The tokens without comments and semicolons at the end. */
function significant(sql: string): readonly SqlToken[] {
  const tokens = significantTokens(sql);
  const end = tokens.findLastIndex(({ text }) => text !== ';') + 1;
  return tokens.slice(0, end);
}
