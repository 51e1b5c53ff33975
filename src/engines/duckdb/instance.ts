import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteString } from './dialect/types.js';
import { createTables, type DataSource } from './data-source.js';
import { type Table } from './dialect/scope.js';
import { connectToEmptyTables, createEmptyTables } from './empty-tables.js';
import { MacrosInUse } from './macros-in-use.js';

/** Bounds of one instance. */
export interface InstanceLimits {
  /** Bytes; DuckDB's own default when undefined. */
  readonly memoryLimitBytes: number | undefined;
  /** DuckDB's own default, one per core, when undefined. */
  readonly threads: number | undefined;
}

export interface InstanceOptions extends InstanceLimits {
  readonly source: DataSource;
  /** How many connections are for checks alone. */
  readonly checkers: number;
}

/** What an instance is made of, as plain data: another process makes the same one from it. */
export interface Blueprint {
  /** DuckDB's SQL that makes the tables, in this order. */
  readonly statements: readonly string[];
  /** The folders that queries read from. */
  readonly folders: readonly string[];
}

/** The largest `max_rows` of an endpoint. */
const MAX_ROWS = 10_000;

export interface OpenedInstance {
  readonly instance: DuckDBInstance;
  readonly macros: MacrosInUse;
  readonly tables: ReadonlyMap<string, Table>;
  readonly blueprint: Blueprint;
  /** On these, statements can be prepared, and find no rows. */
  readonly checkers: readonly DuckDBConnection[];
}

/**
 * An in-memory instance with the operator's data in read-only views, and then locked: no file outside the data folder
 * can be reached, nothing can be attached or installed, no setting can be changed.
 */
export async function openInstance(options: InstanceOptions): Promise<OpenedInstance> {
  const { folders } = options.source;
  const { instance, made } = await openLocked(options, folders, async (connection, open) => {
    const { tables, statements } = await createTables(connection, options.source);
    await createEmptyTables(connection, tables);
    const checkers: DuckDBConnection[] = [];
    while (checkers.length < options.checkers) checkers.push(await connectToEmptyTables(open));
    return { tables, checkers, blueprint: { statements, folders } };
  });
  return { instance, macros: new MacrosInUse(instance), ...made };
}

/** The same tables in an instance of its own, which is locked alike. */
export async function openCopy({ statements, folders }: Blueprint, limits: InstanceLimits): Promise<DuckDBInstance> {
  const { instance } = await openLocked(limits, folders, async (connection) => {
    for (const statement of statements) await connection.run(statement);
  });
  return instance;
}

async function openLocked<T>(
  limits: InstanceLimits,
  folders: readonly string[],
  make: (connection: DuckDBConnection, instance: DuckDBInstance) => Promise<T>,
): Promise<{ instance: DuckDBInstance; made: T }> {
  const instance = await DuckDBInstance.create(':memory:', {
    // Without a place to spill to, a query that needs too much memory fails instead of filling the disk.
    temp_directory: '',
    // The newest few of many rows are found by their narrow columns first. DuckDB itself does so up to LIMIT 50.
    late_materialization_max_rows: String(MAX_ROWS),
    // What is kept of a file is taken for its own also when another of the same size has just been written over it: then
    // pieces of two files would be read as one. The operating system keeps files in memory anyway.
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
    await connection.run(`SET GLOBAL allowed_directories = [${folders.map(quoteString).join(', ')}]`);
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
