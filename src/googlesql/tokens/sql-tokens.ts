import type { SqlProblem } from '../sql-problem.js';
import { TEXT_START, type TextPosition, advance, byPlace } from './text-position.js';

/** `word` is an unquoted name, a keyword or a number; `symbol` is one character, or `|>`. */
export type SqlTokenKind = 'word' | 'string' | 'quoted name' | 'parameter' | 'system variable' | 'symbol' | 'comment';

export interface SqlToken extends TextPosition {
  readonly kind: SqlTokenKind;
  readonly text: string;
}

/** The tokens of a query, including comments; with a `problem`, those in front of it. */
export interface SqlTokens {
  readonly tokens: readonly SqlToken[];
  readonly problem?: SqlProblem;
}

interface Lexeme {
  readonly kind: SqlTokenKind | 'space';
  readonly length: number;
}

interface LexicalProblem {
  readonly problem: string;
}

/** Another dialect's reading of the text at an offset; undefined where GoogleSQL's rules hold. */
export type OtherReading = (offset: number) => Lexeme | LexicalProblem | undefined;

/** GoogleSQL's white space; JavaScript's has more, for instance a byte order mark. */
const SPACE = /[\b\t\n\v\f \u00a0\u2000-\u200a\u202f\u205f\u3000]+|\r\n/y;
const WORD = /[\p{L}\p{N}_]+/uy;
const SYMBOL = /\|>|[^]/uy;

type LexemePattern = readonly [SqlTokenKind | 'space', RegExp];

// Patterns, in the order of trying. A prefix belongs to its quote only at the start of a token: `xr'…'` is a name and a string. All prefixes
// are alike here, see `quoted`.
const LEXEMES: readonly LexemePattern[] = [
  ['space', SPACE],
  ['comment', /--[^\r\n]*|#[^\r\n]*/y],
  ['comment', /\/\*[^]*?\*\//y],
  ['system variable', /@@[A-Za-z0-9_.]*/y],
  ['parameter', /@[A-Za-z_][A-Za-z0-9_]*/y],
  ['word', WORD],
  ['symbol', SYMBOL],
];
/** Patterns of tokens that can begin with a character beyond ASCII. */
const BEYOND_ASCII: readonly LexemePattern[] = [
  ['word', WORD],
  ['space', SPACE],
  ['symbol', SYMBOL],
];
/** Symbols that begin neither a comment nor a longer token. */
const PLAIN_SYMBOLS = '(),.;=<>+*[]{}:!?%&^~$\\';
const PLAIN_SYMBOL_CODES = new Set(Array.from(PLAIN_SYMBOLS, (symbol) => symbol.charCodeAt(0)));
const MAX_ASCII = 127;
const OPENING = /(?:[rR][bB]?|[bB][rR]?)?('''|"""|'|")|`/y;

/**
 * Splits GoogleSQL into tokens, by the rules of "Lexical structure and syntax" in GoogleSQL's reference.
 */
export function sqlTokens(sql: string): SqlTokens {
  if (latest?.sql !== sql) latest = { sql, found: readTokens(sql, () => undefined) };
  return latest.found;
}

/** The place behind a token. */
export function endOf(token: SqlToken): TextPosition {
  return advance(token, token.text);
}

/** Whether nothing stands between two tokens. */
export function areAdjacent(before: SqlToken, token: SqlToken): boolean {
  return byPlace(endOf(before), token) === 0;
}

/** The tokens without comments. */
export function significantTokens(sql: string): readonly SqlToken[] {
  return sqlTokens(sql).tokens.filter(({ kind }) => kind !== 'comment');
}

/**
 * Whether a text has more tokens than `most`. They are counted and not kept, which takes a third of the time of `sqlTokens`, and stops at
 * that number.
 */
export function hasMoreTokens(sql: string, most: number): boolean {
  let count = 0;
  for (let offset = 0; offset < sql.length && sql.length - offset > most - count;) {
    const next = lexemeAt(sql, offset);
    if ('problem' in next) return false;
    if (next.kind !== 'space') count += 1;
    if (count > most) return true;
    offset += next.length;
  }
  return false;
}

/** The last text: the checks of one query ask for its tokens one after the other. */
let latest: { readonly sql: string; readonly found: SqlTokens } | undefined;

/** Splits a text as `sqlTokens` does, except where another dialect reads it otherwise. */
export function readTokens(sql: string, otherwise: OtherReading): SqlTokens {
  const tokens: SqlToken[] = [];
  let position = TEXT_START;
  for (let offset = 0; offset < sql.length;) {
    const next = otherwise(offset) ?? lexemeAt(sql, offset);
    if ('problem' in next) return { tokens, problem: { ...position, message: next.problem } };
    const text = sql.slice(offset, offset + next.length);
    if (next.kind !== 'space') {
      tokens.push({ kind: next.kind, text, line: position.line, column: position.column });
    }
    position = advance(position, text);
    offset += next.length;
  }
  return { tokens };
}

function lexemeAt(sql: string, offset: number): Lexeme | LexicalProblem {
  return plainLexemeAt(sql, offset) ?? rarerLexemeAt(sql, offset);
}

/** A word, a bracket or white space, which most of a query is, with one regular expression at most; undefined for other tokens. */
function plainLexemeAt(sql: string, offset: number): Lexeme | undefined {
  const first = sql.charCodeAt(offset);
  if (PLAIN_SYMBOL_CODES.has(first)) return { kind: 'symbol', length: 1 };
  if (isWordCode(first)) return plainWordAt(sql, offset);
  const end = blankEnd(sql, offset);
  return end > offset ? { kind: 'space', length: end - offset } : undefined;
}

/** A word that begins with ASCII, and may go on with letters of another alphabet; undefined if it may be the prefix of a string. */
function plainWordAt(sql: string, offset: number): Lexeme | undefined {
  let end = offset + 1;
  while (isWordCode(sql.charCodeAt(end))) end += 1;
  const next = sql.charAt(end);
  if (next === "'" || next === '"') return undefined;
  return sql.charCodeAt(end) > MAX_ASCII ? matched('word', WORD, sql, offset) : { kind: 'word', length: end - offset };
}

/** The end of the spaces, tabs and ends of lines behind an offset. */
function blankEnd(sql: string, offset: number): number {
  for (let end = offset; ; end += 1) {
    const code = sql.charCodeAt(end);
    if (code === 13 && sql.charCodeAt(end + 1) === 10) end += 1;
    else if (code !== 32 && code !== 10 && code !== 9) return end;
  }
}

/** Whether a code is a letter, a digit or `_`. */
function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function rarerLexemeAt(sql: string, offset: number): Lexeme | LexicalProblem {
  const isAscii = sql.charCodeAt(offset) <= MAX_ASCII;
  OPENING.lastIndex = offset;
  const opening = isAscii ? OPENING.exec(sql) : null;
  if (opening) return quoted(sql, offset, opening[0], opening[1] ?? '`');
  if (sql[offset] === '\r' && sql[offset + 1] !== '\n') {
    // GoogleSQL ends a line here, other tokenizers and most editors do not: a comment would end in one and go on in the other.
    return { problem: 'a carriage return without a line feed; end lines with line feeds' };
  }
  for (const [kind, pattern] of isAscii ? LEXEMES : BEYOND_ASCII) {
    const found = matched(kind, pattern, sql, offset);
    if (found) return checked(found, sql, offset);
  }
  throw new Error('Every character is a symbol at least.');
}

function matched(kind: Lexeme['kind'], pattern: RegExp, sql: string, offset: number): Lexeme | undefined {
  pattern.lastIndex = offset;
  return pattern.test(sql) ? { kind, length: pattern.lastIndex - offset } : undefined;
}

function checked(found: Lexeme, sql: string, offset: number): Lexeme | LexicalProblem {
  if (found.kind === 'symbol' && sql.startsWith('/*', offset)) {
    return { problem: 'this comment is not closed; write */ where it ends' };
  }
  if (found.kind === 'symbol' && sql[offset] === '@') {
    return { problem: 'a parameter is written @name, with no space, quotes or braces after the @' };
  }
  return found;
}

/**
 * A string or a name in quotes. A backslash takes the character after it along, in raw strings too: there both stay in the value, but the
 * quote does not end the string. So one rule finds the end of every kind of string.
 */
function quoted(sql: string, offset: number, opening: string, quote: string): Lexeme | LexicalProblem {
  const kind = quote === '`' ? 'quoted name' : 'string';
  for (let end = offset + opening.length; end < sql.length; end += 1) {
    if (sql.startsWith(quote, end)) return { kind, length: end + quote.length - offset };
    if (sql[end] === '\\') end += 1;
    if (quote.length === 1 && (sql[end] === '\n' || sql[end] === '\r')) break;
  }
  return { problem: notClosed(quote) };
}

export function notClosed(quote: string): string {
  if (quote === '`') return 'this quoted name is not closed on its line; write ` where it ends';
  if (quote.length === 3) return `this string is not closed; write ${quote} where it ends`;
  const triple = quote.repeat(3);
  return `this string is not closed on its line; write ${quote} where it ends, or ${triple}…${triple} around several lines`;
}
