import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';
import { type Clock } from '../../config/clock.js';
import { errorText } from '../../errors/error-text.js';
import { QuernError } from '../../errors/quern-error.js';
import { withDeadline } from '../deadline.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Engine,
  type Explanation,
  type Query,
  type Result,
  type SqlProblem,
  type Statement,
} from '../engine.js';
import { type TimestampFormat } from '../json-values.js';
import { Pool } from '../pool.js';
import { RefusedSql } from '../refused-sql.js';
import { bindArguments } from './arguments.js';
import { openDataSource } from './data-source.js';
import { type Compiled } from './dialect/compile.js';
import { callerRefusalOf, refusalOf } from './dialect/refusal.js';
import { type Table } from './dialect/scope.js';
import { queryFailure } from './failure.js';
import { openInstance } from './instance.js';
import { untilAborted } from './interruption.js';
import { layOut } from './lay-out.js';
import { queryPlan } from './plan.js';
import { encodeRows } from './row-encoder.js';
import { ensureSampleLogs } from './sample/sample-logs.js';
import { assertColumns, Statements } from './statements.js';

export interface DuckDbOptions {
  /** A `.duckdb` file, or a folder of table files. */
  readonly dataPath: string;
  /** The data are the sample logs, to be made if they are not there. */
  readonly sample: boolean;
  /** Queries that run at the same time. */
  readonly connections: number;
  /** Queries that may wait for their turn. */
  readonly queueMax: number;
  readonly memoryLimitBytes: number | undefined;
  readonly threads: number | undefined;
  readonly timestamps: TimestampFormat;
  /** The time that CURRENT_TIMESTAMP tells. */
  readonly clock: Clock;
  /** Told about work that takes a while at the start. */
  readonly progress: (line: string) => void;
  /** The tables keep their columns and have no rows of the operator's, since tests give their own. */
  readonly rowsAreGiven?: boolean;
}

interface Opened {
  readonly instance: DuckDBInstance;
  readonly connections: readonly DuckDBConnection[];
  readonly pool: Pool<DuckDBConnection>;
  /** Connections of their own for checks, so that files that change neither wait for queries nor keep them waiting. */
  readonly checkers: Pool<DuckDBConnection>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly statements: Statements;
}

/** Queries that are checked side by side. */
const CHECKERS = 2;

/** Characters of an answer to SQL of a caller's own: rows can be made as long as one likes. */
const MOST_OF_CALLERS = 64_000_000;

/** Runs GoogleSQL on an embedded DuckDB. */
export class DuckDbEngine implements Engine {
  readonly name = 'duckdb';
  private opened: Opened | undefined;

  readonly slots: number;

  constructor(private readonly options: DuckDbOptions) {
    this.slots = options.connections;
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    const { dataPath, sample, clock, progress, connections, queueMax, rowsAreGiven = false } = this.options;
    if (sample && purpose === 'run') await ensureSampleLogs(dataPath, clock(), progress);
    const source = { ...(await openDataSource(dataPath, sample)), rowsAreGiven };
    const { instance, tables, checkers } = await openInstance({ ...this.options, source, checkers: CHECKERS });
    const running = await Promise.all(Array.from({ length: connections }, async () => instance.connect()));
    this.opened = {
      instance,
      connections: [...running, ...checkers],
      pool: new Pool(running, queueMax),
      checkers: new Pool(checkers, Infinity),
      tables,
      statements: new Statements(tables),
    };
  }

  close(): Promise<void> {
    // A run that nobody could wait for any more must not keep the process; its connection closes with it.
    for (const connection of this.opened?.connections ?? []) connection.interrupt();
    for (const pool of this.opened ? [this.opened.pool, this.opened.checkers] : []) {
      for (const connection of pool.drain()) connection.closeSync();
    }
    this.opened?.instance.closeSync();
    this.opened = undefined;
    return Promise.resolve();
  }

  async check(query: Query): Promise<CheckedQuery> {
    const { checkers, statements } = this.needOpen();
    const compiled = statements.compile(query);
    if ('message' in compiled) return { problems: [compiled] };
    const connection = await checkers.acquire(new AbortController().signal);
    try {
      await statements.verify(connection, compiled);
      return { columns: publicColumns(compiled), problems: [] };
    } catch (error) {
      return { problems: [refusal(query, error)] };
    } finally {
      checkers.release(connection);
    }
  }

  sandbox(query: Query): Promise<CheckedSandbox> {
    const sandbox = this.needOpen().statements.sandbox(query);
    return Promise.resolve('message' in sandbox ? { problems: [sandbox] } : { queries: sandbox.queries, problems: [] });
  }

  async run(statement: Statement): Promise<Result> {
    const started = performance.now();
    const compiled = this.compile(statement);
    const result = await withDeadline(statement, (signal) => this.execute(compiled, statement, signal));
    const types = compiled.columns.map((column) => column.sqlType);
    const rows = await encodeRows(result, types, this.options.timestamps, mostOf(statement)).catch((error: unknown) => {
      throw queryFailure(error);
    });
    const truncated = rows.length > statement.maxRows;
    if (truncated) rows.length = statement.maxRows;
    return { columns: publicColumns(compiled), rows, truncated, cost: { milliseconds: performance.now() - started } };
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { pool } = this.needOpen();
    const compiled = this.compile(statement);
    const connection = await pool.acquire(statement.signal);
    try {
      const plan = await queryPlan(connection, compiled, statement.parameters, this.options.clock());
      return { sql: layOut(compiled.sql), plan };
    } catch (error) {
      throw queryFailure(error);
    } finally {
      pool.release(connection);
    }
  }

  private compile(statement: Statement): Compiled {
    const compiled = this.needOpen().statements.compile(statement);
    if (!('message' in compiled)) return compiled;
    throw statement.callerSql === undefined ? queryFailure(new Error(compiled.message)) : new RefusedSql(compiled);
  }

  private async execute(
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    const { pool } = this.needOpen();
    const connection = await pool.acquire(signal, statement.isUrgent);
    // The connection is given back when the run has really ended, which may be after the caller has left.
    const run = this.start(connection, compiled, statement, signal).finally(() => {
      pool.release(connection);
    });
    return untilAborted(run, connection, signal);
  }

  private async start(
    connection: DuckDBConnection,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    try {
      if (statement.callerSql !== undefined) return await this.runCallers(connection, compiled, statement, signal);
      const prepared = await this.needOpen().statements.prepare(connection, compiled);
      return await this.runPrepared(prepared, compiled, statement, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof RefusedSql ? error : queryFailure(error);
    }
  }

  /** What DuckDB has against SQL that a caller wrote is the caller's to mend, and nothing of it is kept. */
  private async runCallers(
    connection: DuckDBConnection,
    compiled: Compiled,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<DuckDBMaterializedResult> {
    const preparing = this.needOpen().statements.prepareOnce(connection, compiled);
    const prepared = await preparing.catch((error: unknown) => {
      throw new RefusedSql(refusal(statement, error), error);
    });
    try {
      return await this.runPrepared(prepared, compiled, statement, signal);
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
    bindArguments(prepared, statement.parameters, this.options.clock());
    const result = await prepared.run();
    assertColumns(result, compiled);
    return result;
  }

  protected needOpen(): Opened {
    if (!this.opened) throw new QuernError('engine_unavailable', 'The engine is not open.', { retryAfterSeconds: 1 });
    return this.opened;
  }
}

function mostOf({ callerSql }: Query): number {
  return callerSql === undefined ? Infinity : MOST_OF_CALLERS;
}

function refusal({ sql, callerSql }: Query, error: unknown): SqlProblem {
  const [reason = ''] = errorText(error).split('\n');
  return callerSql === undefined ? refusalOf(sql, reason) : callerRefusalOf(callerSql, reason);
}

function publicColumns(compiled: Compiled) {
  return compiled.columns.map(({ name, type }) => ({ name, type }));
}
