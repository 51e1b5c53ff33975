import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { QuernError } from '../../errors/quern-error.js';
import { eachProblem } from '../../googlesql/sql-problem.js';
import { type Clock } from '../../config/clock.js';
import { orAborted, withDeadline } from '../deadline.js';
import { type DescribedTable } from '../described-table.js';
import {
  type CheckedQuery,
  type DataChange,
  type DataProblem,
  type Engine,
  type EngineActivity,
  type EngineState,
  type Explanation,
  type FollowedData,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
  type TablesState,
  type Progress,
} from '../engine.js';
import { type ValueFormats } from '../json-values.js';
import { Pool } from '../pool.js';
import { CheckTerms } from './check-terms.js';
import { Checks } from './checks.js';
import { type Compiled } from './compiler/compile.js';
import { type Tables } from './compiler/names/tables.js';
import {
  aboutData,
  asUnreadable,
  ChangedData,
  DoubtfulFailure,
  isAboutData,
  isDamage,
  UnreadableData,
} from './data/changed-data.js';
import { openDataSource, type TableNames } from './data/data-source.js';
import { describedTables } from './data/described-tables.js';
import { FollowedDatabase } from './data/followed-database.js';
import { FollowedTables } from './data/followed-tables.js';
import { type TableSet } from './data/table-set.js';
import { type TableStore } from './data/table-store.js';
import { overOneVersion } from './data/versions/one-version.js';
import { stateOfTables } from './data/versions/tables-state.js';
import { TableVersion } from './data/table-version.js';
import { notOpen } from './failure.js';
import { openInstance } from './instance.js';
import { resultOf } from './result.js';
import { Runs } from './runs.js';
import { ensureSampleLogs } from './sample/sample-logs.js';
import { DuckDbSandbox, type SandboxParts } from './sandbox/duckdb-sandbox.js';
import { type SandboxOptions, SandboxProcesses } from './sandbox/sandbox-processes.js';
import { KeptTables } from './store/kept-tables.js';
import { type StoreOptions } from './store/kept-tables-parts.js';
import { StoreFiles } from './store/store-files.js';
import { refusal, Statements } from './statements.js';

export interface DuckDbOptions extends ValueFormats {
  /** Path of a `.duckdb` file, or of a folder of table files. */
  readonly dataPath: string;
  /** Possible first parts of tables' names. */
  readonly names?: TableNames;
  /** Whether the data are the sample logs, to be made if they are not there. */
  readonly sample: boolean;
  /** Most queries that run at the same time. */
  readonly connections: number;
  /** Most queries that wait for their turn. */
  readonly queueMax: number;
  readonly memoryLimitBytes: number | undefined;
  readonly threads: number | undefined;
  /** Options of the processes that run callers' own SQL; each is started when there is SQL for it. */
  readonly sandbox: SandboxOptions;
  /** Clock of CURRENT_TIMESTAMP. */
  readonly clock: Clock;
  /** Takes lines about work that takes a while at the start. */
  readonly progress: Progress;
  /** Whether tables keep their columns and are empty, for fixtures. */
  readonly withoutRows?: boolean;
  /** Undefined: files are read each time. */
  readonly store?: StoreOptions | undefined;
}

interface OpenedEngine extends Omit<SandboxParts, 'version' | 'withData'> {
  readonly instance: DuckDBInstance;
  readonly connections: readonly DuckDBConnection[];
  readonly pool: Pool<DuckDBConnection>;
  readonly data: FollowedTables | FollowedDatabase | undefined;
  readonly tables: TableStore;
  readonly kept: KeptTables | undefined;
  version: TableVersion;
}

/** Queries that are checked side by side. */
const CHECKERS = 2;

/** Runs GoogleSQL on an embedded DuckDB. */
export class DuckDbEngine implements Engine {
  readonly name = 'duckdb';
  readonly slots: number;
  isStuck = false;
  private opened: OpenedEngine | undefined;
  private readonly terms: CheckTerms;

  constructor(private readonly options: DuckDbOptions) {
    this.slots = options.connections;
    this.terms = new CheckTerms(options);
  }

  get state(): EngineState {
    return this.opened ? 'ok' : 'closed';
  }

  async open(purpose: 'run' | 'check'): Promise<void> {
    const { dataPath, sample, clock, progress, connections, threads, queueMax, withoutRows = false } = this.options;
    if (sample && purpose === 'run') await ensureSampleLogs(dataPath, new Date(clock()), progress);
    const source = { ...(await openDataSource(dataPath, sample, this.options.names)), withoutRows };
    const keeps = withoutRows ? undefined : this.options.store;
    const copies = keeps && new StoreFiles(keeps.path, keeps.maxBytes, source.path);
    const { instance, macros, store, checkers } = await openInstance({
      ...this.options,
      source,
      checkers: CHECKERS,
      copies,
    });
    const running = await Promise.all(Array.from({ length: connections }, async () => instance.connect()));
    const pool = new Pool(running, queueMax);
    const prepared = new Statements(macros);
    const { folder, database } = store;
    const overOne = overOneVersion(store);
    const changeTo = (set: TableSet) => this.changeTo(set);
    const serve = (set: TableSet) => {
      changeTo(set).apply();
    };
    const kept = folder && keeps && new KeptTables({ tables: store, folder, options: keeps, threads, serve, progress });
    store.kept = kept;
    this.opened = {
      instance,
      connections: [...running, ...checkers],
      pool,
      tables: store,
      kept,
      version: new TableVersion(store.current, store),
      data:
        (folder && new FollowedTables(store, folder, changeTo, kept)) ??
        (database && new FollowedDatabase(store, database, changeTo)),
      checks: new Checks(checkers, prepared),
      runs: new Runs(pool, prepared, macros, { ...this.options, overOneVersion: overOne }),
      processes: new SandboxProcesses(this.options, (names) => store.maker.definitionsOf(names), overOne),
      purpose,
    };
    if (purpose === 'run') await this.useStore();
  }

  /** Reads tables from the store, as far as it has them. */
  private async useStore(): Promise<void> {
    const { kept, tables } = this.needOpen();
    if (kept) await tables.withConnection((connection) => kept.sync(connection));
  }

  get activity(): EngineActivity {
    const { pool, processes } = this.opened ?? {};
    return {
      slotsInUse: pool?.inUse ?? 0,
      waiting: (pool?.queueLength ?? 0) + (processes?.waiting ?? 0),
      sandboxProcesses: processes?.started ?? 0,
      isAway: false,
      store: this.opened?.kept?.size,
    };
  }

  async close(): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    for (const connection of opened.connections) connection.interrupt();
    await Promise.all([opened.processes.end(), opened.kept?.end()]);
    this.isStuck = !(await opened.runs.end());
    for (const connection of opened.pool.drain()) connection.closeSync();
    opened.checks.end();
    opened.instance.closeSync();
  }

  get data(): FollowedData | undefined {
    return this.opened?.data;
  }

  get dataProblems(): readonly DataProblem[] {
    return (this.opened?.data ?? this.opened?.tables)?.problems ?? [];
  }

  get emptyTables(): readonly string[] {
    return this.needOpen().version.set.empty;
  }

  protected get tables(): Tables {
    return this.needOpen().version.set.tables;
  }

  async describeTables(): Promise<readonly DescribedTable[]> {
    const { tables } = this.needOpen();
    await this.useStore();
    return describedTables(tables);
  }

  async check(query: Query): Promise<CheckedQuery> {
    return this.checkOver(this.needOpen().version, query);
  }

  async checkTerms(text: string): Promise<string> {
    const { tables, version } = this.needOpen();
    await tables.provide(version.set, text);
    return this.terms.of(version.set, text);
  }

  async tablesOf(query: Query): Promise<readonly string[] | undefined> {
    const { version } = this.needOpen();
    const compiled = await version.compile(query);
    if ('message' in compiled) return undefined;
    const read = new Set(compiled.tables);
    return Array.from(version.set.made).flatMap(([name, { table }]) => (read.has(table.sql) ? [name] : []));
  }

  async stateOf(tables: readonly string[]): Promise<TablesState | undefined> {
    const { tables: store, version } = this.needOpen();
    return stateOfTables(store, version.set, tables);
  }

  async run(statement: Statement): Promise<Result> {
    const startedAt = performance.now();
    const answer = await withDeadline(statement, (signal) =>
      this.withData(signal, async () => {
        const { runs, tables, version } = this.needOpen();
        const compiled = await this.compile(statement);
        return runs.run(compiled, statement, signal).catch(async (failure: unknown) => {
          const error = asUnreadable(failure, version.set);
          const isOwn = error instanceof QuernError && error.code === 'query_failed' && !isAboutData(error);
          throw isOwn && (await tables.haveChanged(compiled.tables ?? [])) ? new DoubtfulFailure(error) : error;
        });
      }),
    );
    return resultOf(answer, statement.maxRows, startedAt);
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { runs } = this.needOpen();
    return runs.explain(await this.compile(statement), statement);
  }

  sandbox(query: Query): Sandbox {
    const opened = this.needOpen();
    return new DuckDbSandbox(query, {
      ...opened,
      version: () => opened.version,
      withData: (signal, work) => this.withData(signal, work),
    });
  }

  private async checkOver(version: TableVersion, query: Query): Promise<CheckedQuery> {
    const compiled = await version.compile(query);
    if ('message' in compiled) {
      const unreadable = version.set.unreadable(compiled);
      if (!unreadable) return { problems: eachProblem(compiled) };
      return { unchecked: unreadable.reason, unreadable: unreadable.table, problems: [] };
    }
    return this.needOpen().checks.check(compiled, (error) => refusal(query, error, compiled));
  }

  /** Compiles a query, which may no longer suit the present tables although its check was good. */
  private async compile(statement: Statement): Promise<Compiled> {
    const { version, kept } = this.needOpen();
    const compiled = await version.compile(statement);
    const unreadable = version.set.unreadable(compiled);
    if (unreadable) throw new UnreadableData(unreadable);
    if ('message' in compiled) throw new ChangedData(new Error(compiled.message));
    return (await kept?.withdrawChanged(compiled.tables ?? [])) ? this.compile(statement) : compiled;
  }

  /** Does the work, and once more after a look at the files if it does not find the data that its query was checked against. */
  private async withData<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { tables, kept } = this.needOpen();
      const isDiscarded = isDamage(error) && (await kept?.discard());
      if (!isDiscarded && !isAboutData(error)) throw error;
      if (!isDiscarded) {
        if (!tables.doubt) throw aboutData(error);
        await orAborted(tables.doubt(), signal);
      }
    }
    try {
      return await work();
    } catch (error) {
      throw aboutData(error);
    }
  }

  /** The change of the engine to other tables. */
  private changeTo(set: TableSet): Pick<DataChange, 'engine' | 'apply'> {
    const opened = this.needOpen();
    if (set === opened.version.set) return { engine: this, apply: () => undefined };
    const version = new TableVersion(set, opened.tables);
    const parts = {
      ...opened,
      version: () => version,
      withData: async <T>(_: AbortSignal, work: () => Promise<T>) => work(),
    };
    return {
      engine: {
        check: (query) => this.checkOver(version, query),
        sandbox: (query) => new DuckDbSandbox(query, parts),
      },
      apply: () => {
        opened.tables.use(set);
        opened.version = version;
      },
    };
  }

  protected needOpen(): OpenedEngine {
    if (!this.opened) throw notOpen();
    return this.opened;
  }
}
