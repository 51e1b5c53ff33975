import { type Argument, type Engine, type SqlRunner, type Statement } from '../engines/engine.js';
import { type ParameterBinding, SCALAR_TYPES } from '../parameters/parameter.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type BoundQuery } from './bound-query.js';

/** What a statement has beside its query and values. */
export interface StatementOptions {
  /** As in a Statement; the engine's accounts name it too. */
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly isUrgent?: () => boolean;
  readonly onWaited?: Statement['onWaited'];
  readonly sink?: Statement['sink'];
  readonly onQueued?: Statement['onQueued'];
  /** How long it may take, where that is not the file's `timeout`. */
  readonly timeoutSeconds?: number | undefined;
  /** The SELECT that the caller sent, in place of the endpoint's. */
  readonly sandboxSql?: string | undefined;
}

/** Who runs the statements of a call: the engine, or where the SQL is the caller's own, the endpoint's sandbox. */
export function sqlRunner(engine: Engine, { endpoint, sandboxSql }: BoundQuery): SqlRunner {
  return sandboxSql === undefined ? engine : engine.sandbox(queryOf(endpoint));
}

/** An endpoint as an engine runs it. */
export function statementOf(
  endpoint: Endpoint,
  values: readonly ParameterBinding[],
  {
    caller,
    signal,
    isUrgent,
    onWaited,
    onQueued,
    sink,
    sandboxSql,
    timeoutSeconds = endpoint.timeoutSeconds,
  }: StatementOptions,
): Statement {
  const parameters = values.map(({ declaration, value }): Argument => ({
    name: declaration.name,
    type: SCALAR_TYPES[declaration.type],
    array: declaration.array,
    value,
  }));
  return Object.freeze({
    ...queryOf(endpoint),
    // Callers make columns of their own, of which the author says nothing.
    ...(sandboxSql !== undefined && { sql: sandboxSql, columnNumbers: undefined }),
    parameters,
    timeoutSeconds,
    signal,
    ...(isUrgent && { isUrgent }),
    ...(onWaited && { onWaited }),
    ...(sink && { sink }),
    ...(onQueued && { onQueued }),
    caller,
    labels: { endpoint: endpoint.name, key: caller },
  });
}
