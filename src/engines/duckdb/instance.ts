import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteString } from './dialect/types.js';
import { MACROS } from './dialect/macros.js';
import { safeMacros } from './dialect/safe-macros.js';
import { createTables, type DataSource } from './data-source.js';
import { type Table } from './dialect/scope.js';
import { connectToEmptyTables, createEmptyTables } from './empty-tables.js';

export interface InstanceOptions {
  readonly source: DataSource;
  /** Bytes; DuckDB's own default when undefined. */
  readonly memoryLimitBytes: number | undefined;
  /** DuckDB's own default, one per core, when undefined. */
  readonly threads: number | undefined;
  /** How many connections are for checks alone. */
  readonly checkers: number;
}

/** The largest `max_rows` of an endpoint. */
const MAX_ROWS = 10_000;

export interface OpenedInstance {
  readonly instance: DuckDBInstance;
  readonly tables: ReadonlyMap<string, Table>;
  /** On these, statements can be prepared, and find no rows. */
  readonly checkers: readonly DuckDBConnection[];
}

/**
 * An in-memory instance with the operator's data in read-only views, and then locked: no file outside the data folder
 * can be reached, nothing can be attached or installed, no setting can be changed.
 */
export async function openInstance(options: InstanceOptions): Promise<OpenedInstance> {
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
    ...(options.threads !== undefined && { threads: String(options.threads) }),
    ...(options.memoryLimitBytes !== undefined && { memory_limit: `${options.memoryLimitBytes}B` }),
  });
  const connection = await instance.connect();
  try {
    await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
    // All at once: one after the other they take half as long again.
    await connection.run([...MACROS, ...safeMacros(MACROS)].map((macro) => `CREATE MACRO ${macro};`).join(' '));
    const tables = await createTables(connection, options.source);
    await createEmptyTables(connection, tables);
    const checkers: DuckDBConnection[] = [];
    while (checkers.length < options.checkers) checkers.push(await connectToEmptyTables(instance));
    await connection.run(`SET GLOBAL allowed_directories = [${options.source.folders.map(quoteString).join(', ')}]`);
    await connection.run('SET GLOBAL enable_external_access = false');
    await connection.run('SET GLOBAL lock_configuration = true');
    return { instance, tables, checkers };
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.closeSync();
  }
}
