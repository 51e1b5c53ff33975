import type { Token, UnknownNode } from 'bq2cst';
import { foreignSyntax } from './foreign-syntax.js';
import { parseInsideOut, tooManyTablesAt } from './inside-out.js';
import { correctedTree } from './workarounds/tree/corrected-tree.js';
import { strayBracket } from './stray-bracket.js';
import { tooDeepAt } from './nesting.js';
import { parse, tokenize } from './parser.js';
import { BrokenParser } from './parser-instance.js';
import { restored } from './workarounds/text/restore.js';
import { originOf, rewrite, type Rewritten } from './workarounds/text/rewrite.js';
import { type SqlToken, sqlTokens } from '../tokens/sql-tokens.js';
import { SyntaxNode } from './syntax-node.js';
import { byPlace, positionAt, type TextPosition } from '../tokens/text-position.js';
import { UnparsedQuery } from './unparsed-query.js';

/** No text is known that comes to this: of the fuzzer's millions none did. */
export const BREAKS_PARSER = 'something in this query that the parser does not come through';

export const TOO_DEEP = 'the query is nested too deeply; break it up, with WITH for instance';

/** The parser takes the first character of a name unseen: it breaks where the text ends instead, and nowhere else there. */
const ENDS_WITHOUT_NAME = /^panicked at src\/parser\.rs.*\n.*`Option::unwrap\(\)` on a `None` value/;

/** A query is checked and then compiled; of ten thousand files, each is to be parsed once for both. */
let latest: { readonly sql: string; readonly found: UnknownNode | UnparsedQuery } | undefined;

/** @throws UnparsedQuery */
export function parseQuery(sql: string): SyntaxNode {
  return new SyntaxNode(parseTree(sql));
}

/** The tree of one statement, for those who wrap it in a class of their own. */
export function parseTree(sql: string): UnknownNode {
  if (latest?.sql !== sql) latest = { sql, found: treeOrProblem(sql) };
  if (latest.found instanceof UnparsedQuery) throw latest.found;
  return latest.found;
}

/** What is made of the tree; undefined where the parser, or the machine's stack, does not get to the end of it. */
export function ifParsed<T>(sql: string, make: (query: SyntaxNode) => T): T | undefined {
  try {
    return make(parseQuery(sql));
  } catch (error) {
    if (error instanceof UnparsedQuery || isStackOverflow(error)) return undefined;
    throw error;
  }
}

/** Whoever walks a tree follows its nesting on the machine's stack. An error of another realm is no RangeError here. */
export function isStackOverflow(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}

function treeOrProblem(sql: string): UnknownNode | UnparsedQuery {
  try {
    return freshTree(sql);
  } catch (error) {
    if (error instanceof UnparsedQuery) return error;
    throw error;
  }
}

function freshTree(sql: string): UnknownNode {
  const { tokens, problem } = sqlTokens(sql);
  if (problem) throw new UnparsedQuery(problem);
  const significant = tokens.filter(({ kind }) => kind !== 'comment');
  assertShallow(significant);
  const rewritten = rewrite(sql, tokens);
  let nodes: UnknownNode[];
  try {
    parseInsideOut(assertReadable(rewritten, significant), parse);
    nodes = parse(rewritten.text);
  } catch (error) {
    throw error instanceof UnparsedQuery ? error : asWritten(syntaxError(sql, error, rewritten), significant);
  }
  const [first, second] = nodes;
  if (!first || first.node_type === 'EOF') throw unparsed(1, 1, 'the query is empty; write one SELECT');
  if (second && second.node_type !== 'EOF') {
    const found = new SyntaxNode(second);
    const stray = found.child(second.node_type === 'StandAloneExpr' ? 'expr' : '') ?? found;
    const { line, column, literal = stray.firstText } = originOf(stray, rewritten);
    throw asWritten(unparsed(line, column, `syntax error: unexpected "${literal}"`), significant);
  }
  const found = restored(first, rewritten);
  if ('misread' in found) throw misreadAt(found.misread, rewritten, significant);
  try {
    return correctedTree(found.tree);
  } catch (error) {
    throw error instanceof UnparsedQuery ? asWritten(error, significant) : error;
  }
}

/** The same problem in words for those who took GoogleSQL for another dialect. */
function asWritten(error: UnparsedQuery, tokens: readonly SqlToken[]): UnparsedQuery {
  if (error.isOurLimit) return error;
  const clear = foreignSyntax(tokens, error.problem) ?? strayBracket(tokens, error.problem);
  return clear ? new UnparsedQuery(clear) : error;
}

/**
 * Refuses what the parser would come to grief over, and tells the tokens that it is given.
 *
 * The parser's tokenizer is lenient in places (a string may run over several lines, `{{…}}` is one token). What it sees must
 * be what GoogleSQL sees.
 */
function assertReadable(rewritten: Rewritten, significant: readonly SqlToken[]): readonly SqlToken[] {
  // The parser's tokenizer looks at the token in front of it unseen.
  const [first] = significant;
  if (first?.text === '<') throw unparsed(first.line, first.column, 'syntax error: unexpected "<"');
  const { tokens } = isAsWritten(rewritten) ? { tokens: significant } : sqlTokens(rewritten.text);
  if (tokens !== significant) assertShallow(tokens, (token) => originOf(token, rewritten));
  // An empty token stands for the end of the text.
  const parsed = tokenize(rewritten.text).filter(({ literal }) => literal !== '');
  const stray = strayIn(parsed, tokens);
  if (stray) {
    const { line, column } = originOf(stray, rewritten);
    throw unparsed(line, column, `"${stray.literal}" here`, true);
  }
  const misread = misreadIn(parsed, tokens);
  if (misread) throw misreadAt(misread, rewritten, significant);
  return tokens;
}

/** The parser reads something else at this place of its text than the author has written. */
function misreadAt(place: TextPosition, rewritten: Rewritten, significant: readonly SqlToken[]): UnparsedQuery {
  const { line, column } = originOf(place, rewritten);
  const { text = '' } = significant.find((token) => byPlace(token, { line, column }) === 0) ?? {};
  if (!text.isWellFormed()) {
    return unparsed(line, column, 'syntax error: this is half of a Unicode character; leave it out');
  }
  return unparsed(line, column, `"${text}" here`, true);
}

/** Nothing but comments has been taken out, each for as much white space. */
function isAsWritten({ origins, repairs, insertions }: Rewritten): boolean {
  return origins.size + repairs.size + insertions.size === 0;
}

/** The first of the parser's tokens that begins where no token of GoogleSQL does; both are in the order of the text. */
function strayIn(parsed: readonly Token[], tokens: readonly SqlToken[]): Token | undefined {
  let next = 0;
  return parsed.find((token) => {
    while (isBefore(tokens[next], token)) next += 1;
    return tokens[next]?.line !== token.line || tokens[next]?.column !== token.column;
  });
}

/** The first token whose text the parser reads as another one; it may take one of ours for several. */
function misreadIn(parsed: readonly Token[], tokens: readonly SqlToken[]): SqlToken | undefined {
  const text = parsed.map(({ literal }) => literal).join('');
  let offset = 0;
  const found = tokens.find((token) => {
    const isRead = text.startsWith(token.text, offset);
    offset += token.text.length;
    return !isRead;
  });
  return found ?? (offset < text.length ? tokens.at(-1) : undefined);
}

function isBefore(one: TextPosition | undefined, other: TextPosition): boolean {
  return one !== undefined && (one.line < other.line || (one.line === other.line && one.column < other.column));
}

function assertShallow(tokens: readonly SqlToken[], placeOf = (token: SqlToken): TextPosition => token): void {
  const tooDeep = tooDeepAt(tokens) ?? tooManyTablesAt(tokens);
  if (!tooDeep) return;
  const { line, column } = placeOf(tooDeep);
  throw unparsed(line, column, TOO_DEEP);
}

/** The parser throws an object with a position; past the end of the text its line is 2^32 - 1. */
function syntaxError(sql: string, error: unknown, rewritten: Rewritten): UnparsedQuery {
  if (error instanceof BrokenParser) return breakage(sql, error);
  const { line, column } = error as TextPosition;
  if (line > sql.split('\n').length) return endsTooEarly(sql);
  const place = originOf({ line, column }, rewritten);
  return unparsed(place.line, place.column, 'syntax error');
}

/** What the parser broke at. */
function breakage(sql: string, { panic }: BrokenParser): UnparsedQuery {
  if (panic === undefined) return unparsed(1, 1, TOO_DEEP);
  return ENDS_WITHOUT_NAME.test(panic) ? endsTooEarly(sql) : unparsed(1, 1, BREAKS_PARSER, true);
}

function endsTooEarly(sql: string): UnparsedQuery {
  const { line, column } = positionAt(sql, sql.length);
  return unparsed(line, column, 'syntax error: the query ends too early');
}

function unparsed(line: number, column: number, message: string, isOurLimit = false): UnparsedQuery {
  return new UnparsedQuery({ line, column, message }, isOurLimit);
}
