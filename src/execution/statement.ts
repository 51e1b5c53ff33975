import { type Argument, type Engine, type SqlRunner, type Statement } from '../engines/engine.js';
import { SCALAR_TYPES } from '../parameters/parameter.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';
import { type BoundQuery } from './bound-query.js';

/** What a statement has beside its query and values; the time that it may take, where that is not the file's `timeout`. */
export type StatementOptions = Pick<Statement, 'signal'> & { readonly caller: string } & Partial<
    Pick<Statement, 'isUrgent' | 'onWaited' | 'onQueued' | 'sink' | 'timeoutSeconds'>
  >;

/** Who runs the statements of a call: the engine, or where the SQL is the caller's own, the endpoint's sandbox. */
export function sqlRunner(engine: Engine, { endpoint, sandboxSql }: BoundQuery): SqlRunner {
  return sandboxSql === undefined ? engine : engine.sandbox(queryOf(endpoint));
}

/** A bound query as an engine runs it. */
export function statementOf({ endpoint, values, sandboxSql }: BoundQuery, options: StatementOptions): Statement {
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
    timeoutSeconds: endpoint.timeoutSeconds,
    ...options,
    labels: { endpoint: endpoint.name, key: options.caller },
  });
}
