import { type DuckDBConnection } from '@duckdb/node-api';
import { writeFile } from 'node:fs/promises';
import { threadWatch } from '../../../thread-watch.cjs';
import { errorText } from '../../../errors/error-text.js';
import { type JsonText } from '../../engine.js';
import { bindArguments } from '../arguments.js';
import { openCopy } from '../instance.js';
import { untilAborted } from '../interruption.js';
import { assertColumns, prepareAsCompiled } from '../prepare.js';
import { lowerPriority } from '../../thread-priority.js';
import { encodeRows } from '../row-encoder.js';
import { batches } from './batches.js';
import { type CallersFailure, type CallersQuery, type FromProcess, type SetUp, type ToProcess } from './messages.js';

// What a `CallersProcess` runs: SQL that callers wrote, one query at a time, on an instance of its own. DuckDB neither counts
// nor interrupts the arrays and texts that it makes for one batch of rows, so that only the end of a process bounds them.

/** How often the memory is looked at while a query runs: DuckDB takes some 2 MB in a millisecond. */
const LOOK_MS = 10;

/** Characters of an answer; rows can be made as long as one likes. */
const MOST_CHARACTERS = 64_000_000;

const laterThreads = threadWatch();
let opening: Promise<DuckDBConnection> | undefined;
let mostResidentBytes = Infinity;
let running: AbortController | undefined;

// The service decides when it is time, also where a terminal or a supervisor tells all of its processes at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', end);
process.on('message', (message: ToProcess) => {
  if (message === 'interrupt') running?.abort(new Error('nobody waits for it any more'));
  else if ('setUp' in message) opening = open(message.setUp);
  else void answer(message.query);
});

async function open({ blueprint, limits, mostResidentBytes: most }: SetUp): Promise<DuckDBConnection> {
  mostResidentBytes = most;
  // Where a container's memory is up before ours is, the kernel ends this process and not the service. Linux alone has this.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
  const instance = await openCopy(blueprint, limits);
  lowerPriority(laterThreads());
  return instance.connect();
}

async function answer(query: CallersQuery): Promise<void> {
  const abort = new AbortController();
  running = abort;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > mostResidentBytes) end();
  }, LOOK_MS);
  try {
    const connection = await during('open', opening ?? Promise.reject(new Error('nothing was set up')));
    const run = rowsOf(query, connection);
    // It is interrupted there. The answer is told when it has really ended.
    await Promise.allSettled([run, untilAborted(run, connection, abort.signal)]);
    for (const batch of batches(await run)) await tell({ rows: batch });
    await tell({ done: true, isWorn: isWorn() });
  } catch (error) {
    const failed = error instanceof Failed ? error.failure : failure('run', error);
    await tell({ failed, isWorn: failed.stage === 'open' || isWorn() });
  } finally {
    clearInterval(watch);
    running = undefined;
  }
}

async function rowsOf(query: CallersQuery, connection: DuckDBConnection): Promise<JsonText[][]> {
  const { compiled, parameters, now, timestamps } = query;
  if (compiled.values) (await during('prepare', prepareAsCompiled(connection, compiled.values))).destroySync();
  const prepared = await during('prepare', prepareAsCompiled(connection, compiled));
  try {
    bindArguments(prepared, parameters, now);
    const result = await prepared.run();
    assertColumns(result, compiled);
    const types = compiled.columns.map((column) => column.sqlType);
    return await encodeRows(result, types, timestamps, MOST_CHARACTERS);
  } finally {
    prepared.destroySync();
  }
}

/** Half of the memory is still taken although nothing runs: what the next query may have would be less. */
function isWorn(): boolean {
  return process.memoryUsage.rss() > mostResidentBytes / 2;
}

class Failed extends Error {
  constructor(readonly failure: CallersFailure) {
    super(failure.message);
  }
}

async function during<T>(stage: CallersFailure['stage'], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Failed(failure(stage, error));
  }
}

function failure(stage: CallersFailure['stage'], error: unknown): CallersFailure {
  return { stage, name: error instanceof Error ? error.name : '', message: errorText(error) };
}

async function tell(message: FromProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    process.send?.(message, () => {
      resolve();
    });
  });
}

/** At once: `process.exit` would wait for DuckDB's threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}
