import { bindArguments } from '../../src/engines/duckdb/arguments.js';
import { compile } from '../../src/engines/duckdb/compiler/compile.js';
import { type Argument } from '../../src/engines/engine.js';
import { bindParameters } from '../../src/parameters/bind-parameters.js';
import { queryOf, statementOf } from '../../src/execution/statement.js';
import { type Endpoint } from '../../src/endpoint-files/endpoint.js';
import { type Case } from './cases.js';
import { type Store } from './store.js';

/** One query on both sides, prepared on one connection and bound with the same values. */
export interface Contest {
  readonly compiled: Side;
  readonly handWritten: Side;
}

/** Runs its query once; JSON of the rows only for those who ask, and after the clock has stopped. */
export type Side = () => Promise<{ readonly milliseconds: number; readonly rows: () => Promise<string> }>;

export async function prepareContest(endpoint: Endpoint, given: Case, store: Store, now: Date): Promise<Contest> {
  const compiled = compile(queryOf(endpoint), store.tables);
  if ('message' in compiled) throw new Error(`${endpoint.name}: ${compiled.message}`);
  const texts = new Map(Object.entries(given.parameters).map(([name, text]) => [name, [text]]));
  const { values } = bindParameters(endpoint.parameters, texts);
  const { parameters } = statementOf(endpoint, values, {
    caller: 'bench',
    signal: new AbortController().signal,
  });
  const prepare = async (sql: string) => prepareSide(store, sql, parameters, now);
  // Nested columns as values on both sides: the JSON text that they are written as in the end is not the query's work.
  return {
    compiled: await prepare(compiled.values?.sql ?? compiled.sql),
    handWritten: await prepare(given.handWritten),
  };
}

/** A query that is bound anew for each run. */
export async function prepareSide(
  { macros, connection }: Store,
  sql: string,
  parameters: readonly Argument[],
  now: Date,
): Promise<Side> {
  await macros.provide(sql);
  const prepared = await connection.prepare(sql);
  return async () => {
    bindArguments(prepared, parameters, now);
    const started = performance.now();
    const result = await prepared.run();
    const milliseconds = performance.now() - started;
    return { milliseconds, rows: async () => JSON.stringify(await result.getRowObjectsJson()) };
  };
}
