import { setTimeout } from 'node:timers/promises';
import { type DuckDBConnection, type DuckDBMaterializedResult } from '@duckdb/node-api';
import { type Clock } from '../../config/clock.js';
import { QuernError } from '../../errors/quern-error.js';
import { type Explanation, type JsonText, type Statement } from '../engine.js';
import { type ValueFormats } from '../json-values.js';
import { type Pool } from '../pool.js';
import { hasText } from '../unusable-value.js';
import { withDeadline } from '../deadline.js';
import { bindArguments } from './arguments.js';
import { type Compiled } from './compiler/compile.js';
import { type OverOneVersion } from './data/versions/one-version.js';
import { isForMemory, notOpen, queryFailure } from './failure.js';
import { untilAborted } from './interruption.js';
import { type MacrosInUse } from './macros-in-use.js';
import { layOut, queryPlan } from './plan.js';
import { assertColumns } from './prepare.js';
import { publicColumns, type RunRows } from './result.js';
import { encodeRows, handOverRows } from './row-encoder.js';
import { type Statements } from './statements.js';
import { callersMistake } from './values/callers-mistake.js';

/** Milliseconds that `end` waits for runs that have been interrupted. */
const GRACE_MS = 500;

/** The runs of an open instance, each on a connection that it has for itself meanwhile. */
export class Runs {
  private readonly going = new Set<Promise<unknown>>();
  private isEnding = false;

  constructor(
    private readonly pool: Pool<DuckDBConnection>,
    private readonly statements: Statements,
    private readonly macros: MacrosInUse,
    private readonly options: ValueFormats & { readonly clock: Clock; readonly overOneVersion: OverOneVersion },
  ) {}

  /**
   * Runs on a connection, which is given back when the rows are handed over: so no more results are held in the making than there are
   * connections.
   */
  async run(compiled: Compiled, statement: Statement, signal: AbortSignal): Promise<RunRows> {
    const { clock, overOneVersion } = this.options;
    try {
      return await this.onConnection(statement, signal, async (connection) => {
        const result = await overOneVersion(compiled.tables ?? [], signal, async () => {
          const prepared = await this.statements.prepare(connection, compiled);
          signal.throwIfAborted();
          bindArguments(prepared, statement.parameters, new Date(clock()));
          const found = await prepared.run();
          assertColumns(found, compiled);
          return found;
        });
        return this.rowsOf(result, compiled, statement, signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof QuernError) throw error;
      const mistake = await this.mistakeOf(error, compiled, statement, signal);
      throw mistake ?? queryFailure(error, hasText(statement.parameters));
    }
  }

  /** Explains a run with these values. */
  async explain(compiled: Compiled, statement: Statement): Promise<Explanation> {
    const now = new Date(this.options.clock());
    try {
      const plan = await withDeadline(statement, async (signal) =>
        this.onConnection(statement, signal, async (connection) =>
          queryPlan(connection, compiled, statement.parameters, now, this.macros),
        ),
      );
      return { sql: await layOut(compiled.sql), plan };
    } catch (error) {
      statement.signal.throwIfAborted();
      throw error instanceof QuernError ? error : queryFailure(error);
    }
  }

  /** Begins no more, and waits for those that have been interrupted. False when there is one that does not end. */
  async end(): Promise<boolean> {
    this.isEnding = true;
    // DuckDB looks for interruptions between values only, and one value may take any time.
    await Promise.race([Promise.allSettled(this.going), setTimeout(GRACE_MS, undefined, { ref: false })]);
    return this.going.size === 0;
  }

  private async rowsOf(
    result: DuckDBMaterializedResult,
    compiled: Compiled,
    { sink, maxRows, columnNumbers }: Statement,
    signal: AbortSignal,
  ): Promise<RunRows> {
    const { timestamps, numbers } = this.options;
    const formats = { timestamps, numbers, columnNumbers };
    try {
      if (!sink) return { compiled, rows: await encodeRows(result, compiled.columns, formats, { signal }) };
      let count = 0;
      sink.begin(publicColumns(compiled));
      const take = (row: readonly JsonText[]) => ++count <= maxRows && sink.add(row);
      const isWhole = await handOverRows(result, compiled.columns, formats, take, signal);
      return { compiled, rows: [], truncated: !isWhole };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw queryFailure(error);
    }
  }

  /** Decides whether the caller or the service is at fault. It waits for a connection anew, since others queued for the run's. */
  private async mistakeOf(
    error: unknown,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<QuernError | undefined> {
    if (isForMemory(error) || statement.parameters.length === 0) return undefined;
    try {
      return await this.onConnection(statement, signal, async (connection) => {
        const trials = { connection, macros: this.macros, now: new Date(this.options.clock()), signal };
        return callersMistake(error, statement, compiled, trials);
      });
    } catch (problem) {
      // The failure stays as it is if there is no connection for the trials.
      if (signal.aborted || !(problem instanceof QuernError)) throw problem;
      return undefined;
    }
  }

  /** Works until the signal is aborted, and gives the connection back when the work has really ended, which may be later. */
  private async onConnection<T>(
    statement: Statement,
    signal: AbortSignal,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const connection = await this.pool.acquire(signal, statement);
    const going = (this.isEnding ? Promise.reject(notOpen()) : work(connection)).finally(() => {
      this.pool.release(connection);
      this.going.delete(going);
    });
    this.going.add(going);
    return untilAborted(going, connection, signal);
  }
}
