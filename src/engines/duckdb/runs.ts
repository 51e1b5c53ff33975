import { setTimeout } from 'node:timers/promises';
import { type DuckDBConnection, type DuckDBMaterializedResult, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { type Clock } from '../../config/clock.js';
import { QuernError } from '../../errors/quern-error.js';
import { type Statement } from '../engine.js';
import { type Pool } from '../pool.js';
import { RefusedSql } from '../refused-sql.js';
import { bindArguments } from './arguments.js';
import { type Compiled } from './compiler/compile.js';
import { notOpen, queryFailure } from './failure.js';
import { untilAborted } from './interruption.js';
import { assertColumns } from './prepare.js';
import { refusal, type Statements } from './statements.js';
import { badPattern } from './unreadable-pattern.js';

/** How long the end waits for runs that have been interrupted, in milliseconds. */
const LAST_MS = 500;

/** The runs of an open instance, each on a connection that it has for itself meanwhile. */
export class Runs {
  private readonly going = new Set<Promise<unknown>>();
  private isEnding = false;

  constructor(
    private readonly pool: Pool<DuckDBConnection>,
    private readonly statements: Statements,
    private readonly clock: Clock,
  ) {}

  /** Waits for a connection, and runs on it until the signal is aborted. */
  async run(compiled: Compiled, statement: Statement, signal: AbortSignal): Promise<DuckDBMaterializedResult> {
    const connection = await this.pool.acquire(signal, statement);
    // The connection is given back when the run has really ended, which may be after the caller has left.
    const run = this.start(connection, compiled, statement, signal).finally(() => {
      this.pool.release(connection);
      this.going.delete(run);
    });
    this.going.add(run);
    return untilAborted(run, connection, signal);
  }

  /** Begins no more, and waits for those that have been interrupted. False when there is one that does not end. */
  async end(): Promise<boolean> {
    this.isEnding = true;
    // The engine looks for interruptions between values only: one value may take as long as it likes.
    await Promise.race([Promise.allSettled(this.going), setTimeout(LAST_MS, undefined, { ref: false })]);
    return this.going.size === 0;
  }

  private async start(
    connection: DuckDBConnection,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    try {
      if (this.isEnding) throw notOpen();
      if (statement.callerSql !== undefined) return await this.runCallers(connection, compiled, statement, signal);
      const prepared = await this.statements.prepare(connection, compiled);
      return await this.runPrepared(prepared, compiled, statement, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof QuernError ? error : queryFailure(error);
    }
  }

  /** What DuckDB has against SQL that a caller wrote is the caller's to mend, and nothing of it is kept. */
  private async runCallers(
    connection: DuckDBConnection,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    const prepared = await this.statements.prepareOnce(connection, compiled).catch(async (error: unknown) => {
      const problem = await badPattern(connection, compiled, error);
      throw new RefusedSql(problem ?? refusal(statement, error, compiled), error);
    });
    try {
      return await this.runPrepared(prepared, compiled, statement, signal);
    } catch (error) {
      const problem = await badPattern(connection, compiled, error);
      throw problem ? new RefusedSql(problem, error) : error;
    } finally {
      prepared.destroySync();
    }
  }

  private async runPrepared(
    prepared: DuckDBPreparedStatement,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    signal.throwIfAborted();
    bindArguments(prepared, statement.parameters, this.clock());
    const result = await prepared.run();
    assertColumns(result, compiled);
    return result;
  }
}
