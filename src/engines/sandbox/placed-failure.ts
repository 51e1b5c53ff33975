import { QuernError } from '../../errors/quern-error.js';
import { failingOperations } from '../../googlesql/checks/failing-operations.js';
import { RefusedSql } from '../refused-sql.js';

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
