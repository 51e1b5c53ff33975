import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { type Clock } from '../../config/clock.js';
import { withDeadline } from '../deadline.js';
import {
  type CheckedQuery,
  type Engine,
  type EngineActivity,
  type EngineState,
  type Explanation,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
} from '../engine.js';
import { type ValueFormats } from '../json-values.js';
import { Pool } from '../pool.js';
import { Checks } from './checks.js';
import { type Compiled } from './compiler/compile.js';
import { type Table } from './compiler/names/scope.js';
import { openDataSource } from './data-source.js';
import { notOpen, queryFailure } from './failure.js';
import { openInstance } from './instance.js';
import { resultOf } from './result.js';
import { Runs } from './runs.js';
import { ensureSampleLogs } from './sample/sample-logs.js';
import { DuckDbSandbox, type SandboxParts } from './sandbox/duckdb-sandbox.js';
import { type SandboxOptions, SandboxProcesses } from './sandbox/sandbox-processes.js';
import { refusal, Statements } from './statements.js';

export interface DuckDbOptions extends ValueFormats {
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
  /** The processes that run SQL of callers' own; each is started when there is SQL for it. */
  readonly sandbox: SandboxOptions;
  /** The time that CURRENT_TIMESTAMP tells. */
  readonly clock: Clock;
  /** Told about work that takes a while at the start. */
  readonly progress: (line: string) => void;
  /** The tables keep their columns and are empty, for fixtures. */
  readonly withoutRows?: boolean;
}

interface OpenedEngine extends SandboxParts {
  readonly instance: DuckDBInstance;
  readonly connections: readonly DuckDBConnection[];
  readonly pool: Pool<DuckDBConnection>;
  readonly tables: ReadonlyMap<string, Table>;
}

/** Queries that are checked side by side. */
const CHECKERS = 2;

/** Runs GoogleSQL on an embedded DuckDB. */
export class DuckDbEngine implements Engine {
  readonly name = 'duckdb';
  readonly slots: number;
  isStuck = false;
  private opened: OpenedEngine | undefined;

  constructor(private readonly options: DuckDbOptions) {
    this.slots = options.connections;
  }

  get state(): EngineState {
    return this.opened ? 'ok' : 'closed';
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    const { dataPath, sample, clock, progress, connections, queueMax, withoutRows = false } = this.options;
    if (sample && purpose === 'run') await ensureSampleLogs(dataPath, clock(), progress);
    const source = { ...(await openDataSource(dataPath, sample)), withoutRows };
    const { instance, macros, tables, definitionsOf, checkers } = await openInstance({
      ...this.options,
      source,
      checkers: CHECKERS,
    });
    const running = await Promise.all(Array.from({ length: connections }, async () => instance.connect()));
    const pool = new Pool(running, queueMax);
    const statements = new Statements(tables, macros, undefined, this.options.numbers);
    this.opened = {
      instance,
      connections: [...running, ...checkers],
      pool,
      tables,
      statements,
      checks: new Checks(checkers, statements),
      runs: new Runs(pool, statements, macros, this.options),
      processes: new SandboxProcesses(this.options, definitionsOf),
      purpose,
    };
  }

  get activity(): EngineActivity {
    const { pool, processes } = this.opened ?? {};
    return {
      slotsInUse: pool?.inUse ?? 0,
      waiting: (pool?.queueLength ?? 0) + (processes?.waiting ?? 0),
      sandboxProcesses: processes?.started ?? 0,
      isAway: false,
    };
  }

  async close(): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    for (const connection of opened.connections) connection.interrupt();
    await opened.processes.end();
    this.isStuck = !(await opened.runs.end());
    for (const connection of opened.pool.drain()) connection.closeSync();
    opened.checks.end();
    opened.instance.closeSync();
  }

  async check(query: Query): Promise<CheckedQuery> {
    const { checks, statements } = this.needOpen();
    const compiled = statements.compile(query);
    if ('message' in compiled) return { problems: [compiled] };
    return checks.check(compiled, (error) => refusal(query, error, compiled));
  }

  async run(statement: Statement): Promise<Result> {
    const startedAt = performance.now();
    const answer = await withDeadline(statement, (signal) => {
      const { runs } = this.needOpen();
      return runs.run(this.compile(statement), statement, signal);
    });
    return resultOf(answer, statement.maxRows, startedAt);
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { runs } = this.needOpen();
    return runs.explain(this.compile(statement), statement);
  }

  sandbox(query: Query): Sandbox {
    return new DuckDbSandbox(query, this.needOpen());
  }

  private compile(statement: Statement): Compiled {
    const compiled = this.needOpen().statements.compile(statement);
    if (!('message' in compiled)) return compiled;
    throw queryFailure(new Error(compiled.message));
  }

  protected needOpen(): OpenedEngine {
    if (!this.opened) throw notOpen();
    return this.opened;
  }
}
