import { parse, type Token, tokenize, type UnknownNode } from 'bq2cst';
import { mend } from './mend.js';
import { tooDeepAt } from './nesting.js';
import type { SqlProblem } from './sql-problem.js';
import { sqlTokens } from './sql-tokens.js';
import { SyntaxNode } from './syntax-node.js';

/** GoogleSQL that could not be parsed. */
export class UnparsedQuery extends Error {
  override readonly name = 'UnparsedQuery';

  constructor(
    readonly problem: SqlProblem,
    /** The text may well be GoogleSQL, which this parser does not know to its end. */
    readonly isOurLimit = false,
  ) {
    super(problem.message);
  }
}

export const TOO_DEEP = 'the query is nested too deeply; break it up, with WITH for instance';

/** A query is checked and then compiled; of ten thousand files, each is to be parsed once for both. */
let latest: { readonly sql: string; readonly tree: UnknownNode } | undefined;

/** @throws UnparsedQuery */
export function parseQuery(sql: string): SyntaxNode {
  return new SyntaxNode(parseTree(sql));
}

/** The tree of one statement, for those who wrap it in a class of their own. */
export function parseTree(sql: string): UnknownNode {
  if (latest?.sql !== sql) latest = { sql, tree: freshTree(sql) };
  return latest.tree;
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

function freshTree(sql: string): UnknownNode {
  let nodes: UnknownNode[];
  try {
    assertReadable(sql);
    nodes = parse(sql);
  } catch (error) {
    throw error instanceof UnparsedQuery ? error : syntaxError(sql, error);
  }
  const [first, second] = nodes;
  if (!first || first.node_type === 'EOF') throw unparsed(1, 1, 'the query is empty; write one SELECT');
  if (second && second.node_type !== 'EOF') {
    const found = new SyntaxNode(second);
    const { line, column, text } = found.child(second.node_type === 'StandAloneExpr' ? 'expr' : '') ?? found;
    throw unparsed(line, column, `unexpected "${text}"; write one SELECT statement`);
  }
  return mend(first);
}

/**
 * Refuses what the parser would come to grief over.
 *
 * The parser's tokenizer is lenient in places (`0xFF` is a number with an alias to it, a comment may end too early). What
 * it sees must be what GoogleSQL sees.
 */
function assertReadable(sql: string): void {
  const { tokens, problem } = sqlTokens(sql);
  if (problem) throw new UnparsedQuery(problem);
  const exact = tokens.filter((token) => token.kind !== 'comment');
  const tooDeep = tooDeepAt(exact);
  if (tooDeep) throw unparsed(tooDeep.line, tooDeep.column, TOO_DEEP);
  const starts = new Map(exact.map((token) => [place(token), token.text]));
  // An empty token stands for the end of the text.
  const parsed = tokenize(sql).filter(({ literal }) => literal !== '' && !/^(--|#|\/\*)/.test(literal));
  const stray = parsed.find(
    (token, index) => !starts.has(place(token)) && !isPrefixed(token, parsed[index - 1], starts),
  );
  if (stray) throw unparsed(stray.line, stray.column, `"${stray.literal}" here`, true);
  if (parsed.map(({ literal }) => literal).join('') !== exact.map(({ text }) => text).join('')) {
    throw unparsed(1, 1, 'a comment or a quoted name in this query', true);
  }
}

function place({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}

/** The parser takes `r'…'` for two tokens. */
function isPrefixed(token: Token, before: Token | undefined, starts: ReadonlyMap<string, string>): boolean {
  return (
    /^['"]/.test(token.literal) && before !== undefined && starts.get(place(before)) === before.literal + token.literal
  );
}

/** The parser throws an object with a position; past the end of the text its line is 2^32 - 1. */
function syntaxError(sql: string, error: unknown): UnparsedQuery {
  const { line, column } = error as { line?: number; column?: number };
  // What has no place is no complaint of the parser's: the machine's stack is too short for it.
  if (line === undefined || column === undefined) return unparsed(1, 1, TOO_DEEP);
  const lines = sql.split('\n');
  if (line > lines.length) {
    return unparsed(lines.length, (lines.at(-1) ?? '').length + 1, 'syntax error: the query ends too early');
  }
  return unparsed(line, column, 'syntax error');
}

function unparsed(line: number, column: number, message: string, isOurLimit = false): UnparsedQuery {
  return new UnparsedQuery({ line, column, message }, isOurLimit);
}
