import { watchThread, watchStarted } from './low-priority.js';
import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { errorText } from '../../../errors/error-text.js';
import { type JsonText, type SqlProblem } from '../../engine.js';
import { bindArguments } from '../arguments.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { openSandboxInstance } from '../instance.js';
import { untilAborted } from '../interruption.js';
import { MacrosInUse } from '../macros-in-use.js';
import { sendToService, serveService } from '../own-process.js';
import { assertColumns, prepareAsCompiled } from '../prepare.js';
import { encodeRows } from '../row-encoder.js';
import { badPattern, composedPattern } from '../unreadable-pattern.js';
import { type SandboxFailure, type SandboxedQuery, type FromProcess, type SetUp, type ToProcess } from './messages.js';
import { type ToWatch } from './watch.js';

// The entry of a `SandboxProcess`: it runs SQL that callers wrote, one query at a time, on an instance of its own. DuckDB neither counts
// nor interrupts the arrays and texts that it makes for one batch of rows, so that only the end of a process bounds them.

/** Most bytes of an answer; a row has less. */
const MAX_ANSWER_BYTES = 16_000_000;
const MAX_ROW_BYTES = 4_000_000;

/** Characters of an error that are sent on: a query may make its own message as long as it likes, by ERROR(). */
const MAX_MESSAGE_LENGTH = 2000;

/** Characters after which a batch of rows is full: few enough to be received between two requests. */
const FULL_BATCH = 256 * 1024;

interface OpenedTables {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  readonly macros: MacrosInUse;
}

let limits: SetUp | undefined;
/** Tables of the last query, which are likely to be those of the next. */
let tables: { readonly key: string; readonly opening: Promise<OpenedTables> } | undefined;
let running: AbortController | undefined;

serveService();
process.on('message', (message: ToProcess) => {
  if (message === 'interrupt') running?.abort(new Error('nobody waits for it any more'));
  else if ('setUp' in message) limits = message.setUp;
  else if ('definitions' in message) void withTables(message.definitions).catch(() => undefined);
  else void answer(message.query);
});

/** Opens an instance with these tables and no others. The instance of the last query is closed if it had other tables. */
async function withTables(definitions: TableDefinitions): Promise<OpenedTables> {
  const key = JSON.stringify(definitions);
  if (tables?.key === key) return tables.opening;
  const before = tables?.opening;
  const opening = close(before).then(async () => open(definitions));
  const opened = { key, opening };
  tables = opened;
  // A file may have been half written. The next query looks at it again.
  opening.catch(() => {
    if (tables === opened) tables = undefined;
  });
  return opening;
}

async function close(opening: Promise<OpenedTables> | undefined): Promise<void> {
  const opened = await opening?.catch(() => undefined);
  opened?.connection.closeSync();
  opened?.instance.closeSync();
}

async function open(definitions: TableDefinitions): Promise<OpenedTables> {
  if (!limits) throw new Error('nothing was set up');
  watchThread.postMessage({ maxResidentBytes: limits.maxResidentBytes } satisfies ToWatch);
  const instance = await openSandboxInstance(definitions, limits.limits);
  await watchStarted;
  return { instance, connection: await instance.connect(), macros: new MacrosInUse(instance) };
}

async function answer(query: SandboxedQuery): Promise<void> {
  const outcome = await outcomeOf(query);
  if ('rows' in outcome) for (const rows of batches(outcome.rows)) await send({ rows });
  watchThread.postMessage({ isBusy: false } satisfies ToWatch);
  await send(
    'rows' in outcome
      ? { done: true, mustEnd: needsReplacement() }
      : { failed: outcome, mustEnd: needsReplacement(outcome) },
  );
}

/** The rows in their order, cut into messages between processes. */
function* batches(rows: readonly JsonText[][]): Generator<JsonText[][]> {
  let batch: JsonText[][] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.reduce((sum, value) => sum + value.length, 0);
    if (characters < FULL_BATCH) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const send: (message: FromProcess) => Promise<void> = sendToService;

/** Settles when the run has really ended, even after an interruption. */
async function outcomeOf(query: SandboxedQuery): Promise<{ rows: JsonText[][] } | SandboxFailure> {
  const abort = new AbortController();
  running = abort;
  try {
    // Tables opened ahead of the query may have failed over files that are whole by now.
    const opening = withTables(query.definitions).catch(async () => withTables(query.definitions));
    const opened = await during('open', opening);
    watchThread.postMessage({ isBusy: true } satisfies ToWatch);
    const run = rowsOf(query, opened);
    await Promise.allSettled([run, untilAborted(run, opened.connection, abort.signal)]);
    return { rows: await run };
  } catch (error) {
    const failed = error instanceof Failed ? error.failure : failure('run', error);
    return { ...failed, problem: await problemOf(query, error) };
  } finally {
    running = undefined;
  }
}

async function rowsOf(query: SandboxedQuery, { connection, macros }: OpenedTables): Promise<JsonText[][]> {
  const { compiled, parameters, now } = query;
  if (compiled.values) (await during('prepare', prepareAsCompiled(connection, compiled.values, macros))).destroySync();
  const prepared = await during('prepare', prepareAsCompiled(connection, compiled, macros));
  try {
    bindArguments(prepared, parameters, now);
    const result = await prepared.run();
    assertColumns(result, compiled);
    const names = compiled.columns.map(({ name }) => Buffer.byteLength(JSON.stringify(name)));
    const bytesOfNames = names.reduce((sum, bytes) => sum + bytes, 0);
    const bounds = { mostBytes: MAX_ANSWER_BYTES, mostOfRow: MAX_ROW_BYTES, bytesOfNames };
    return await encodeRows(result, compiled.columns, query, { bounds });
  } finally {
    prepared.destroySync();
  }
}

/** The pattern of the query's text that the error is about. */
async function problemOf({ compiled, definitions }: SandboxedQuery, error: unknown): Promise<SqlProblem | undefined> {
  const opened = await withTables(definitions).catch(() => undefined);
  const found = opened && (await badPattern(opened.connection, compiled, error));
  const isPreparing = error instanceof Failed && error.failure.stage === 'prepare';
  return found ?? (isPreparing ? composedPattern(compiled.patterns ?? [], error) : undefined);
}

/** Whether the next query should get another process: the tables could not be opened, or half of the memory is still taken. */
function needsReplacement(failed?: SandboxFailure): boolean {
  return failed?.stage === 'open' || process.memoryUsage.rss() > (limits?.maxResidentBytes ?? Infinity) / 2;
}

class Failed extends Error {
  constructor(readonly failure: SandboxFailure) {
    super(failure.message);
  }
}

async function during<T>(stage: SandboxFailure['stage'], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Failed(failure(stage, error));
  }
}

function failure(stage: SandboxFailure['stage'], error: unknown): SandboxFailure {
  return {
    stage,
    name: error instanceof Error ? error.name : '',
    message: errorText(error).slice(0, MAX_MESSAGE_LENGTH),
  };
}
