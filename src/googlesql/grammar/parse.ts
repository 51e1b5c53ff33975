import { type QueryNode } from '../ast/nodes.js';
import { badSyntax, UnparsedQuery } from './refusals/refusals.js';
import { significantTokens, sqlTokens } from '../tokens/sql-tokens.js';
import { positionAt, TEXT_START } from '../tokens/text-position.js';
import { readExpression, readOperation } from './expressions.js';
import { readQuery } from './queries.js';
import { type GrammarRules, TokenReader } from './token-reader.js';

const HALF_OF_CHARACTER = 'syntax error: this is half of a Unicode character; leave it out';

const RULES: GrammarRules = { expression: readExpression, operand: readOperation, query: readQuery };

/** The tree of a query. */
export interface ParsedQuery {
  readonly query: QueryNode;
  /** First part that may be GoogleSQL and is read over here, so that the tree lacks it. */
  readonly readOver: UnparsedQuery | undefined;
}

/**
 * Parses one query that is known here to its end.
 *
 * @throws UnparsedQuery
 */
export function parse(sql: string): QueryNode {
  const { query, readOver } = parsed(sql);
  if (readOver) throw readOver;
  return query;
}

/**
 * Parses one query as far as it is known here.
 *
 * @throws UnparsedQuery
 */
export function parseLeniently(sql: string): QueryNode {
  return parsed(sql).query;
}

/** The result for the tree; undefined where the query cannot be read, or is too deep for the machine's stack. */
export function ifParsed<T>(sql: string, make: (query: QueryNode) => T): T | undefined {
  try {
    return make(parseLeniently(sql));
  } catch (error) {
    if (error instanceof UnparsedQuery || isStackOverflow(error)) return undefined;
    throw error;
  }
}

/** Whether an error is an overflow of the stack, on which walkers of a tree follow its nesting. An error of another realm is no RangeError here. */
export function isStackOverflow(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}

/** The last query, since each of ten thousand files is checked and then compiled, and should be parsed once for both. */
let latest: { readonly sql: string; readonly found: ParsedQuery | UnparsedQuery } | undefined;

function parsed(sql: string): ParsedQuery {
  if (latest?.sql !== sql) latest = { sql, found: treeOrProblem(sql) };
  if (latest.found instanceof UnparsedQuery) throw latest.found;
  return latest.found;
}

function treeOrProblem(sql: string): ParsedQuery | UnparsedQuery {
  const { tokens: all, problem } = sqlTokens(sql);
  if (problem) return new UnparsedQuery(problem);
  const half = all.find(({ text }) => !text.isWellFormed());
  if (half) return badSyntax(half, HALF_OF_CHARACTER);
  const tokens = new TokenReader(significantTokens(sql), positionAt(sql, sql.length), RULES);
  if (tokens.isAtEnd) return badSyntax(TEXT_START, 'the query is empty; write one SELECT');
  try {
    const query = tokens.query();
    tokens.takeIf(';');
    tokens.expectEnd();
    return { query, readOver: tokens.firstReadOver };
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    // A part that was read over may be the reason why nothing behind it is understood.
    return tokens.firstReadOver ?? error;
  }
}
