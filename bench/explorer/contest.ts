import { compileSandbox, compileSandboxSql } from '../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { bindParameters } from '../../src/parameters/bind-parameters.js';
import { type Endpoint } from '../../src/endpoint-files/endpoint.js';
import { queryOf } from '../../src/endpoint-files/endpoint-query.js';
import { boundQuery } from '../../src/execution/bound-query.js';
import { statementOf } from '../../src/execution/statement.js';
import { type Contest, prepareSide } from '../sql/contest.js';
import { type Store } from '../sql/store.js';
import { type Case } from './cases.js';

/** The sample logs' largest project, over all that there is of it. */
const PROJECT = 'demo';
const DAYS = 100;

/** What a caller's SQL comes to behind the gate, against the hand-written query. */
export async function prepareContest(endpoint: Endpoint, given: Case, store: Store, now: Date): Promise<Contest> {
  const sandbox = compileSandbox(queryOf(endpoint), store.tables);
  if ('message' in sandbox) throw new Error(`${endpoint.name}: ${sandbox.message}`);
  const compiled = compileSandboxSql(sandbox, given.sql, endpoint.maxRows);
  if ('message' in compiled) throw new Error(`${given.name}, line ${compiled.line}: ${compiled.message}`);
  const start = new Date(now.getTime() - DAYS * 86_400_000);
  const { values } = bindParameters(
    endpoint.parameters,
    new Map([
      ['project', [PROJECT]],
      ['iso_timestamp_start', [start.toISOString()]],
      ['iso_timestamp_end', [now.toISOString()]],
    ]),
  );
  const { parameters } = statementOf(boundQuery(endpoint, values), {
    caller: 'bench',
    signal: new AbortController().signal,
  });
  await store.macros.provide(compiled.macros);
  const prepare = async (sql: string) => prepareSide(store, sql, parameters, now);
  return { compiled: await prepare(compiled.sql), handWritten: await prepare(given.handWritten[store.shape]) };
}
