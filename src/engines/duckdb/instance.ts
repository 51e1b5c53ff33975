import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteString } from './compiler/types/duckdb-types.js';
import { type DataSource } from './data/data-source.js';
import { assertSameDatabase } from './data/database-file.js';
import { attachEmptyTables, connectToEmptyTables } from './data/empty-tables.js';
import { SCHEMA, type TableDefinitions } from './data/table-maker.js';
import { TableStore } from './data/table-store.js';
import { MacrosInUse } from './macros-in-use.js';
import { type StoreFiles } from './store/store-files.js';

export interface InstanceLimits {
  /** Bytes; DuckDB's own default when undefined. */
  readonly memoryLimitBytes: number | undefined;
  /** DuckDB's own default, one per core, when undefined. */
  readonly threads: number | undefined;
}

export interface InstanceOptions extends InstanceLimits {
  readonly source: DataSource;
  readonly checkers: number;
  /** Copies of tables, in a folder that can be read beside the data. The files of copied tables need not be read to their ends. */
  readonly copies?: StoreFiles | undefined;
}

/** Optimizer of `row_number() … = 1` into an aggregate: it confuses fields of records as late reading does, and may do so wherever it is used. */
const WRONG_FIELDS = 'top_n_window_elimination';

/** Largest LIMIT with late reading: few endpoints have more rows, whose wide columns are read with the others. */
const LATE_ROWS = 10_000;

export interface OpenedInstance {
  readonly instance: DuckDBInstance;
  readonly macros: MacrosInUse;
  readonly store: TableStore;
  /** Connections to empty tables, on which statements are prepared for checks. */
  readonly checkers: readonly DuckDBConnection[];
}

/**
 * An in-memory instance with the operator's data in read-only views, and then locked: no file outside the data folder
 * can be reached, nothing can be attached or installed, no setting can be changed.
 */
export async function openInstance(options: InstanceOptions): Promise<OpenedInstance> {
  const { source, copies } = options;
  const locked = { ...options, folders: [...source.folders, copies?.path ?? []].flat(), files: source.files };
  const { instance, made } = await openLocked(locked, async (connection, open) => {
    await connection.run(`CREATE SCHEMA ${SCHEMA}`);
    await attachEmptyTables(connection, SCHEMA);
    const store = await TableStore.open(connection, open, source, copies);
    const checkers: DuckDBConnection[] = [];
    while (checkers.length < options.checkers) checkers.push(await connectToEmptyTables(open));
    return { store, checkers };
  });
  return { instance, macros: new MacrosInUse(instance), ...made };
}

/**
 * Opens an instance for callers' SQL: some of the tables, behind the same locks. `statistics_propagation` is off: it decides by the least
 * and greatest values of all rows, including those of others, which of a caller's conditions are evaluated.
 */
export async function openSandboxInstance(
  definitions: TableDefinitions,
  limits: InstanceLimits,
): Promise<DuckDBInstance> {
  const { statements, folders, files, databases } = definitions;
  const locked = { ...limits, folders, files, disabledOptimizers: ['statistics_propagation'] };
  const { instance } = await openLocked(locked, async (connection) => {
    for (const statement of statements) await connection.run(statement);
    // Statements were compiled for this database, including their barrier, and need not suit another one.
    for (const database of databases) await assertSameDatabase(database);
  });
  return instance;
}

/** Opens an instance that writes rows of these folders to the store, and can reach nothing else. */
export async function openWriterInstance(options: {
  readonly folders: readonly string[];
  readonly limits: InstanceLimits;
  readonly spill: { readonly folder: string; readonly bytes: number };
}): Promise<DuckDBInstance> {
  const { instance } = await openLocked({ ...options.limits, ...options }, () => Promise.resolve());
  return instance;
}

interface LockedInstanceOptions extends InstanceLimits {
  /** Folders that can be read; nothing else on the disk can. */
  readonly folders: readonly string[];
  readonly files?: readonly string[];
  readonly disabledOptimizers?: readonly string[];
  /** Place for data that do not fit into its memory. */
  readonly spill?: { readonly folder: string; readonly bytes: number };
}

async function openLocked<T>(
  { folders, files = [], disabledOptimizers = [], spill, ...limits }: LockedInstanceOptions,
  make: (connection: DuckDBConnection, instance: DuckDBInstance) => Promise<T>,
): Promise<{ instance: DuckDBInstance; made: T }> {
  const instance = await DuckDBInstance.create(':memory:', {
    // A query that needs too much memory then fails instead of filling the disk.
    temp_directory: spill?.folder ?? '',
    ...(spill && { max_temp_directory_size: `${spill.bytes}B` }),
    // ORDER BY … LIMIT reads wide columns only for the rows that it returns. DuckDB's own default is up to LIMIT 50.
    late_materialization_max_rows: String(LATE_ROWS),
    // DuckDB takes cached pieces of a file for current when another file of the same size has just replaced it, and would
    // read pieces of both as one file. The operating system caches files anyway.
    enable_external_file_cache: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(limits.threads !== undefined && { threads: String(limits.threads) }),
    ...(limits.memoryLimitBytes !== undefined && { memory_limit: `${limits.memoryLimitBytes}B` }),
  });
  const connection = await instance.connect();
  try {
    await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
    const made = await make(connection, instance);
    await connection.run(
      `SET GLOBAL disabled_optimizers = ${quoteString([WRONG_FIELDS, ...disabledOptimizers].join())}`,
    );
    await connection.run(`SET GLOBAL allowed_directories = [${folders.map(quoteString).join(', ')}]`);
    await connection.run(`SET GLOBAL allowed_paths = [${files.map(quoteString).join(', ')}]`);
    await connection.run('SET GLOBAL enable_external_access = false');
    await connection.run('SET GLOBAL lock_configuration = true');
    return { instance, made };
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
}
