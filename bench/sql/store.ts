import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDataSource } from '../../src/engines/duckdb/data/data-source.js';
import { type Table } from '../../src/engines/duckdb/compiler/names/tables.js';
import { quoteName, quoteString } from '../../src/engines/duckdb/compiler/types/duckdb-types.js';
import { type OpenedInstance, openInstance } from '../../src/engines/duckdb/instance.js';
import { type MacrosInUse } from '../../src/engines/duckdb/macros-in-use.js';
import { KeptTables } from '../../src/engines/duckdb/store/kept-tables.js';
import { StoreFiles } from '../../src/engines/duckdb/store/store-files.js';
import { ROWS } from '../../src/engines/duckdb/store/stored-rows.js';
import { type Logs, TABLES } from './logs.js';
import { type Shape } from './shape.js';

/** The embedded engine's instance as the service opens it, over one form of the logs. */
export interface Store {
  readonly name: string;
  readonly shape: Shape;
  /** How many times the hand-written query's time a compiled one may take here, where that is the same for all. */
  readonly most?: number;
  readonly instance: DuckDBInstance;
  readonly macros: MacrosInUse;
  readonly connection: DuckDBConnection;
  /** What the compiler knows; the hand-written queries read the same rows without the engine's views. */
  readonly tables: ReadonlyMap<string, Table>;
}

/** More than anybody takes. */
const MAX_BYTES = 2 ** 40;

export async function openParquet({ folder }: Logs): Promise<Store> {
  const rows = (table: string) => `read_parquet(${quoteString(join(folder, `${table}.parquet`))})`;
  return storeOver(await openTables(folder), { name: 'Parquet', shape: 'arrays', rows });
}

export async function openDatabase({ database }: Logs): Promise<Store> {
  const opened = await openTables(database);
  const alias = opened.store.database?.alias ?? '';
  const rows = (table: string) => `${alias}.main.${quoteName(table)}`;
  return storeOver(opened, { name: '.duckdb', shape: 'arrays', rows });
}

/** The copies that the service makes of the Parquet files; hand-written queries read these as well. */
export async function openStore({ folder }: Logs): Promise<Store> {
  const path = join(folder, '..', 'store');
  const opened = await openTables(folder, new StoreFiles(path, MAX_BYTES, folder));
  const { store: tables } = opened;
  if (!tables.folder) throw new Error(`${folder} is no folder`);
  const kept = new KeptTables({
    tables,
    folder: tables.folder,
    options: { mode: 'on', path, maxBytes: MAX_BYTES },
    threads: undefined,
    progress: () => undefined,
    serve: (set) => {
      tables.use(set);
    },
  });
  kept.start();
  kept.wake();
  while (kept.size.tables < TABLES.length) {
    const [problem] = tables.problems;
    if (problem) throw new Error(problem.message);
    await setTimeout(50);
  }
  await kept.end();
  const rows = (table: string) => `${tables.current.made.get(table)?.database?.alias ?? ''}.${ROWS}`;
  return storeOver(opened, { name: 'store', shape: 'records', most: 1.1, rows });
}

async function openTables(path: string, copies?: StoreFiles): Promise<OpenedInstance> {
  const source = await openDataSource(path, false);
  return openInstance({ source, copies, memoryLimitBytes: undefined, threads: undefined, checkers: 0 });
}

async function storeOver(
  { instance, macros, store }: OpenedInstance,
  { rows, ...about }: Pick<Store, 'name' | 'shape' | 'most'> & { readonly rows: (table: string) => string },
): Promise<Store> {
  const connection = await instance.connect();
  for (const table of TABLES) await connection.run(`CREATE TEMP VIEW ${quoteName(table)} AS FROM ${rows(table)}`);
  return { ...about, instance, macros, connection, tables: store.current.tables };
}

export function closeStore({ connection, instance }: Store): void {
  connection.closeSync();
  instance.closeSync();
}
