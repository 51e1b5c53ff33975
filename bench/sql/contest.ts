import { bindArguments } from '../../src/engines/duckdb/arguments.js';
import { compile } from '../../src/engines/duckdb/compiler/compile.js';
import { type Argument } from '../../src/engines/engine.js';
import { bindParameters } from '../../src/parameters/bind-parameters.js';
import { queryOf } from '../../src/endpoint-files/endpoint-query.js';
import { boundQuery } from '../../src/execution/bound-query.js';
import { statementOf } from '../../src/execution/statement.js';
import { type Endpoint } from '../../src/endpoint-files/endpoint.js';
import { type Case } from './cases.js';
import { type Store } from './store.js';
import { presenceKey } from '../../src/engines/duckdb/compiler/types/struct-fields.js';

/** One query on both sides, prepared on one connection and bound with the same values. */
export interface Contest {
  readonly compiled: Side;
  readonly handWritten: Side;
}

/** Runs its query once; the rows become JSON only for those who ask, and after the clock has stopped. */
export type Side = () => Promise<{ readonly milliseconds: number; readonly rows: () => Promise<string> }>;

export async function prepareContest(endpoint: Endpoint, given: Case, store: Store, now: Date): Promise<Contest> {
  const compiled = compile(queryOf(endpoint), store.tables);
  if ('message' in compiled) throw new Error(`${endpoint.name}: ${compiled.message}`);
  const texts = new Map(Object.entries(given.parameters).map(([name, text]) => [name, [text]]));
  const { values } = bindParameters(endpoint.parameters, texts);
  const { parameters } = statementOf(boundQuery(endpoint, values), {
    caller: 'bench',
    signal: new AbortController().signal,
  });
  await store.macros.provide([...compiled.macros, ...(compiled.values?.macros ?? [])]);
  const prepare = async (sql: string) => prepareSide(store, sql, parameters, now);
  // The SQL that is served, with nested columns as JSON text, is timed; the rows of the other one, with their values, are compared.
  const [served, asValues] = [await prepare(compiled.sql), await prepare(compiled.values?.sql ?? compiled.sql)];
  return {
    compiled: async () => ({ ...(await served()), rows: async () => (await asValues()).rows() }),
    handWritten: await prepare(given.handWritten[store.shape]),
  };
}

/** A query that is bound anew for each run. */
export async function prepareSide(
  { connection }: Store,
  sql: string,
  parameters: readonly Argument[],
  now: Date,
): Promise<Side> {
  const prepared = await connection.prepare(sql);
  return async () => {
    bindArguments(prepared, parameters, now);
    const started = performance.now();
    const result = await prepared.run();
    const milliseconds = performance.now() - started;
    return { milliseconds, rows: async () => JSON.stringify((await result.getRowObjectsJson()).map(bare)) };
  };
}

/** The field by which the store tells a record that is there from none. */
const IS_THERE = presenceKey([]);

/** Arrays of one record as the record, and empty values as NULL: one side may hold records in place of arrays. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.length < 2 ? bare(value[0]) : value.map(bare);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const fields = Object.entries(value).flatMap(([name, each]) => (name === IS_THERE ? [] : [[name, bare(each)]]));
  return fields.every(([, each]) => each === null) ? null : Object.fromEntries(fields);
}
