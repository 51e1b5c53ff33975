import { type Argument, type Engine, type SqlRunner, type Statement } from '../engines/engine.js';
import { SCALAR_TYPES } from '../parameters/parameter.js';
import { queryOf } from '../endpoint-files/endpoint-query.js';
import { type BoundQuery } from './bound-query.js';

/** The parts of a statement beside its query and values; `timeoutSeconds` replaces the file's `timeout`. */
export type StatementOptions = Pick<Statement, 'signal'> & { readonly caller: string } & Partial<
    Pick<Statement, 'isUrgent' | 'onWaited' | 'onQueued' | 'sink' | 'timeoutSeconds'>
  >;

/** The runner of a call's statements: the engine, or for callers' own SQL the endpoint's sandbox. */
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
    // Callers name columns of their own, which the file's numbers do not describe.
    ...(sandboxSql !== undefined && { sql: sandboxSql, columnNumbers: undefined }),
    parameters,
    timeoutSeconds: endpoint.timeoutSeconds,
    ...options,
    labels: { endpoint: endpoint.name, key: options.caller },
  });
}
