import { QuernError } from '../../errors/quern-error.js';
import { failingOperations } from '../../googlesql/checks/failing-operations.js';
import { RefusedSql } from '../refused-sql.js';
import { type SqlType } from '../../googlesql/types/types.js';
import { type ParameterType, type Query } from '../engine.js';

interface SandboxedRun {
  readonly sql: string;
  readonly authored: string;
  /** Names the reason of a failed run, in words without values. */
  readonly reasonOf: (cause: unknown) => string | undefined;
}

/**
 * Adds to a failed run the places of the caller's text where it may have failed. If the author's SQL has such an operation as well, the
 * failure stays as it is, since the caller's SQL may not be to blame, and the author's must not be revealed.
 */
export function placedFailure(error: unknown, { sql, authored, reasonOf }: SandboxedRun): unknown {
  if (!(error instanceof QuernError) || error.code !== 'query_failed') return error;
  const reason = reasonOf(error.cause);
  if (reason === undefined || failingOperations(authored, reason).length > 0) return error;
  const [first, ...more] = failingOperations(sql, reason);
  if (!first) return error;
  const others = more.map(({ line, column }) => ({ line, column, message: 'or here' }));
  return new RefusedSql({ ...first, ...(others.length > 0 && { others }) }, error.cause);
}

/** The queries that callers' SQL may name, described by an engine that runs GoogleSQL itself. They are plain data for a thread. */
export interface DescribedQueries {
  /** Author's query, whose WITH they are. */
  readonly sql: string;
  readonly parameters: readonly ParameterType[];
  readonly queries: readonly DescribedQuery[];
}

export interface DescribedQuery {
  /** Name in lower case. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
}

/** A key of the author's query as far as callers' SQL depends on it: its text, and the names and types of its parameters. */
export function sandboxKey({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters.map(({ name, type, array }) => [name, type, array])]);
}
