import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { openDataSource } from '../../src/engines/duckdb/data/data-source.js';
import { type Table } from '../../src/engines/duckdb/compiler/names/scope.js';
import { quoteName, quoteString } from '../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { openInstance } from '../../src/engines/duckdb/instance.js';
import { type MacrosInUse } from '../../src/engines/duckdb/macros-in-use.js';
import { type Logs, TABLES } from './logs.js';

/** The embedded engine's instance as the service opens it, over one form of the logs. */
export interface Store {
  readonly name: string;
  readonly instance: DuckDBInstance;
  readonly macros: MacrosInUse;
  readonly connection: DuckDBConnection;
  /** What the compiler knows; the hand-written queries read the same rows without the engine's views. */
  readonly tables: ReadonlyMap<string, Table>;
}

export function openParquet({ folder }: Logs): Promise<Store> {
  return open('Parquet', folder, (table) => `read_parquet(${quoteString(join(folder, `${table}.parquet`))})`);
}

export function openDatabase({ database }: Logs): Promise<Store> {
  return open('.duckdb', database, (table) => `source.main.${quoteName(table)}`);
}

async function open(name: string, path: string, rows: (table: string) => string): Promise<Store> {
  const source = await openDataSource(path, false);
  const {
    instance,
    macros,
    store: opened,
  } = await openInstance({
    source,
    memoryLimitBytes: undefined,
    threads: undefined,
    checkers: 0,
  });
  const connection = await instance.connect();
  for (const table of TABLES) {
    await connection.run(`CREATE TEMP VIEW ${quoteName(table.name)} AS FROM ${rows(table.name)}`);
  }
  return { name, instance, macros, connection, tables: opened.current.tables };
}

export function closeStore({ connection, instance }: Store): void {
  connection.closeSync();
  instance.closeSync();
}
