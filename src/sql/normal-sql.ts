import { type SqlToken, sqlTokens } from './sql-tokens.js';
import { advance, byPlace, TEXT_START, type TextPosition } from './text-position.js';

/** Beside these, white space separates nothing. */
const BRACKETS = new Set(['(', ')', ',']);

/**
 * One text for all spellings of a query that differ in nothing but comments, white space and a semicolon at the end. Its
 * tokens are those of the query.
 */
export function normalSql(sql: string): string {
  let normal = '';
  let before: SqlToken | undefined;
  for (const token of significant(sql)) {
    const isGap = before !== undefined && !isAdjacent(before, token);
    if (isGap && !BRACKETS.has(token.text) && !BRACKETS.has(before?.text ?? '')) normal += ' ';
    normal += token.text;
    before = token;
  }
  return normal;
}

/** The place in a query of a place in its normal text: that of a token, or the end of the last one. */
export function placeInSql(sql: string, { line, column }: TextPosition): TextPosition {
  const normal = significant(normalSql(sql));
  const index = normal.findLastIndex((token) => byPlace(token, { line, column }) <= 0);
  const token = significant(sql)[index];
  if (!token) return TEXT_START;
  const isBehind = index === normal.length - 1 && byPlace({ line, column }, endOf(normal[index] ?? token)) >= 0;
  return isBehind ? endOf(token) : { line: token.line, column: token.column };
}

/** The tokens that say something. */
function significant(sql: string): readonly SqlToken[] {
  const tokens = sqlTokens(sql).tokens.filter(({ kind }) => kind !== 'comment');
  const end = tokens.findLastIndex(({ text }) => text !== ';') + 1;
  return tokens.slice(0, end);
}

function isAdjacent(before: SqlToken, token: SqlToken): boolean {
  return byPlace(endOf(before), token) === 0;
}

function endOf(token: SqlToken): TextPosition {
  return advance(token, token.text);
}
