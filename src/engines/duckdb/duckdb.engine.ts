import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { setMaxListeners } from 'node:events';
import { type Clock } from '../../config/clock.js';
import { withDeadline } from '../deadline.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Engine,
  type Explanation,
  type Query,
  type Result,
  type Statement,
} from '../engine.js';
import { type TimestampFormat } from '../json-values.js';
import { Pool } from '../pool.js';
import { RefusedSql } from '../refused-sql.js';
import { SandboxProcesses, type SandboxAnswer, type SandboxedStatement } from './sandbox/sandbox-processes.js';
import { type CreatedTables, openDataSource } from './data-source.js';
import { type Compiled } from './compiler/compile.js';
import { type Table } from './compiler/names/scope.js';
import { notOpen, queryFailure } from './failure.js';
import { openInstance } from './instance.js';
import { layOut } from './lay-out.js';
import { type MacrosInUse } from './macros-in-use.js';
import { queryPlan } from './plan.js';
import { encodeRows } from './row-encoder.js';
import { Runs } from './runs.js';
import { ensureSampleLogs } from './sample/sample-logs.js';
import { refusal, Statements } from './statements.js';
import { unreadablePattern } from './unreadable-pattern.js';

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
  /** Where SQL of callers' own runs: in processes of its own, or, where the callers are trusted, in this one. */
  readonly callers: SandboxOptions | 'inProcess';
  readonly timestamps: TimestampFormat;
  /** The time that CURRENT_TIMESTAMP tells. */
  readonly clock: Clock;
  /** Told about work that takes a while at the start. */
  readonly progress: (line: string) => void;
  /** The tables keep their columns and are empty, for fixtures. */
  readonly withoutRows?: boolean;
}

export interface SandboxOptions {
  /** Queries that run at the same time, each in a process. */
  readonly processes: number;
  /** Bytes that one process may take; DuckDB may count half of them. */
  readonly memoryLimitBytes: number;
}

interface Opened {
  readonly instance: DuckDBInstance;
  readonly macros: MacrosInUse;
  readonly connections: readonly DuckDBConnection[];
  readonly pool: Pool<DuckDBConnection>;
  /** Connections of their own for checks, so that files that change neither wait for queries nor keep them waiting. */
  readonly checkers: Pool<DuckDBConnection>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly statements: Statements;
  readonly runs: Runs;
  readonly callers: SandboxProcesses | undefined;
  readonly purpose: 'run' | 'check';
}

/** Queries that are checked side by side. */
const CHECKERS = 2;

/** Whoever checks a query waits until it is its turn. */
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

/** Runs GoogleSQL on an embedded DuckDB. */
export class DuckDbEngine implements Engine {
  readonly name = 'duckdb';
  readonly slots: number;
  isStuck = false;
  private opened: Opened | undefined;

  constructor(private readonly options: DuckDbOptions) {
    this.slots = options.connections;
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    const { dataPath, sample, clock, progress, connections, queueMax, withoutRows = false } = this.options;
    if (sample && purpose === 'run') await ensureSampleLogs(dataPath, clock(), progress);
    const source = { ...(await openDataSource(dataPath, sample)), withoutRows };
    const { instance, macros, tables, blueprintOf, checkers } = await openInstance({
      ...this.options,
      source,
      checkers: CHECKERS,
    });
    const running = await Promise.all(Array.from({ length: connections }, async () => instance.connect()));
    const pool = new Pool(running, queueMax);
    const statements = new Statements(tables, macros);
    this.opened = {
      instance,
      macros,
      connections: [...running, ...checkers],
      pool,
      checkers: new Pool(checkers, Infinity),
      tables,
      statements,
      runs: new Runs(pool, statements, clock),
      callers: this.makeCallers(blueprintOf),
      purpose,
    };
  }

  async close(): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    for (const connection of opened.connections) connection.interrupt();
    await opened.callers?.end();
    this.isStuck = !(await opened.runs.end());
    for (const pool of [opened.pool, opened.checkers]) for (const connection of pool.drain()) connection.closeSync();
    opened.instance.closeSync();
  }

  async check(query: Query): Promise<CheckedQuery> {
    const { checkers, statements } = this.needOpen();
    const compiled = statements.compile(query);
    if ('message' in compiled) return { problems: [compiled] };
    const connection = await checkers.acquire(NEVER);
    try {
      const problem = await unreadablePattern(connection, compiled.patterns ?? []);
      if (problem) return { problems: [problem] };
      await statements.verify(connection, compiled);
      return { columns: publicColumns(compiled), problems: [] };
    } catch (error) {
      return { problems: [refusal(query, error, compiled)] };
    } finally {
      checkers.release(connection);
    }
  }

  sandbox(query: Query): Promise<CheckedSandbox> {
    const { statements, callers, purpose } = this.needOpen();
    const sandbox = statements.sandbox(query);
    if ('message' in sandbox) return Promise.resolve({ problems: [sandbox] });
    if (purpose === 'run') callers?.warmUp(sandbox);
    return Promise.resolve({ queries: sandbox.queries, problems: [] });
  }

  async run(statement: Statement): Promise<Result> {
    const started = performance.now();
    const { compiled, rows } = await withDeadline(statement, (signal) => this.answer(statement, signal));
    const truncated = rows.length > statement.maxRows;
    if (truncated) rows.length = statement.maxRows;
    return { columns: publicColumns(compiled), rows, truncated, cost: { milliseconds: performance.now() - started } };
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { pool, macros } = this.needOpen();
    const compiled = this.compile(statement);
    const connection = await pool.acquire(statement.signal);
    try {
      const plan = await queryPlan(connection, compiled, statement.parameters, this.options.clock(), macros);
      return { sql: await layOut(compiled.sql), plan };
    } catch (error) {
      throw queryFailure(error);
    } finally {
      pool.release(connection);
    }
  }

  private async answer(statement: Statement, signal: AbortSignal): Promise<SandboxAnswer> {
    const { runs, callers, statements } = this.needOpen();
    if (callers && isCallers(statement)) {
      return callers.run(statements.needSandbox(statement), statement, this.options.clock(), signal);
    }
    const compiled = this.compile(statement);
    const result = await runs.run(compiled, statement, signal);
    const types = compiled.columns.map((column) => column.sqlType);
    try {
      return { compiled, rows: await encodeRows(result, types, this.options.timestamps) };
    } catch (error) {
      throw queryFailure(error);
    }
  }

  private makeCallers(blueprintOf: CreatedTables['blueprintOf']): SandboxProcesses | undefined {
    const { callers, threads, queueMax, timestamps } = this.options;
    if (callers === 'inProcess') return undefined;
    const { processes, memoryLimitBytes: most } = callers;
    const setUp = { limits: { threads, memoryLimitBytes: most / 2 }, mostResidentBytes: most };
    return new SandboxProcesses(setUp, { processes, queueMax }, timestamps, blueprintOf);
  }

  private compile(statement: Statement): Compiled {
    const compiled = this.needOpen().statements.compile(statement);
    if (!('message' in compiled)) return compiled;
    throw statement.callerSql === undefined ? queryFailure(new Error(compiled.message)) : new RefusedSql(compiled);
  }

  protected needOpen(): Opened {
    if (!this.opened) throw notOpen();
    return this.opened;
  }
}

function isCallers(statement: Statement): statement is SandboxedStatement {
  return statement.callerSql !== undefined;
}

function publicColumns(compiled: Compiled) {
  return compiled.columns.map(({ name, type }) => ({ name, type }));
}
