import { type DuckDBConnection } from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorText } from '../../errors/error-text.js';
import { LOG_TABLES, type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { withoutCollations } from './collations.js';
import { quoteName, quoteString } from './compiler/types/duckdb-types.js';
import { type Table } from './compiler/names/scope.js';
import { findTableFiles, literally, type TableFiles } from './table-files.js';
import { emptyView, fileView, tableView, type View } from './view.js';

/** Where the tables come from. */
export interface DataSource {
  /** A `.duckdb` file, or a folder of table files; absolute. */
  readonly path: string;
  readonly kind: 'database' | 'folder';
  /** The folders that queries read from; nothing else on the disk can be reached. */
  readonly folders: readonly string[];
  /** Rows of log tables are hidden until their time has come: sample logs reach into the future, so that new ones appear. */
  readonly hideFuture: boolean;
  /** The tables keep their columns and are empty, for fixtures. */
  readonly withoutRows?: boolean;
}

/** The schema of the operator's tables. */
export const SCHEMA = 'data';

export async function openDataSource(path: string, hideFuture: boolean): Promise<DataSource> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => undefined);
  // The sample logs are not made yet: their tables are known, and empty.
  if (!found && hideFuture) return { path: absolute, kind: 'folder', folders: [], hideFuture };
  if (found?.isDirectory()) {
    // DuckDB asks for permission by the text of the pattern, and once more by the path of each file that it finds.
    return { path: absolute, kind: 'folder', folders: [...new Set([absolute, literally(absolute)])], hideFuture };
  }
  if (found?.isFile()) return { path: absolute, kind: 'database', folders: [], hideFuture };
  throw new Error(`QUERN_DATA: there is no file or folder ${path}; name a .duckdb file or a folder of table files`);
}

/** What an instance with some of the tables is made of, as plain data: another process makes the same one from it. */
export interface TableDefinitions {
  /** DuckDB's SQL, in this order. */
  readonly statements: readonly string[];
  /** The folders and the files that these tables are read from. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Tables, and what another instance makes the same ones from without reading the operator's schemas again. */
export interface CreatedTables {
  readonly tables: ReadonlyMap<string, Table>;
  /** For the tables of these names, and no others. */
  readonly definitionsOf: (names: readonly string[]) => TableDefinitions;
}

/** What one table is made of. */
interface TableSource {
  readonly statement: string;
  readonly files: TableFiles | undefined;
}

type TableView = View & Partial<Pick<TableSource, 'files'>>;

/** Makes one view (or empty table) per table in the instance's own schema; each column has exactly the type that the compiler knows. */
export async function createTables(connection: DuckDBConnection, source: DataSource): Promise<CreatedTables> {
  const views =
    source.kind === 'database' ? await databaseViews(connection, source) : await folderViews(connection, source);
  for (const [name, schema] of LOG_TABLES) {
    if (!views.has(name)) views.set(name, emptyView(schema));
  }
  const tables = new Map<string, Table>();
  const made = new Map<string, TableSource>();
  const before = [...(source.kind === 'database' ? [attach(source)] : []), `CREATE SCHEMA ${SCHEMA}`];
  await connection.run(`CREATE SCHEMA ${SCHEMA}`);
  for (const [name, view] of views) {
    const sql = `${SCHEMA}.${quoteName(name)}`;
    const kind = source.withoutRows ? 'TABLE' : 'VIEW';
    const until = source.hideFuture && LOG_TABLES.has(name) ? ' WHERE "timestamp" <= now()' : '';
    const none = source.withoutRows ? ' LIMIT 0' : '';
    const statement = `CREATE ${kind} ${sql} AS SELECT * FROM (${view.sql})${until}${none}`;
    await connection.run(statement);
    made.set(name, { statement, files: view.files });
    const columns = view.columns.map((column) => ({ ...column, output: column.name }));
    tables.set(name, { sql, columns, isConverted: view.isConverted });
  }
  return { tables, definitionsOf: (names) => definitionsOf(before, names, made) };
}

function definitionsOf(
  before: readonly string[],
  names: readonly string[],
  made: ReadonlyMap<string, TableSource>,
): TableDefinitions {
  const sources = names.flatMap((name) => made.get(name) ?? []);
  const files = sources.flatMap((each) => each.files ?? []);
  // DuckDB asks for permission by the text of the pattern, and once more by the path of each file that it finds.
  const paths = (isFolder: boolean) =>
    files.filter((each) => each.isFolder === isFolder).flatMap(({ path }) => [path, literally(path)]);
  return {
    statements: [...before, ...sources.map(({ statement }) => statement)],
    folders: [...new Set(paths(true))],
    files: [...new Set(paths(false))],
  };
}

async function folderViews(connection: DuckDBConnection, source: DataSource): Promise<Map<string, TableView>> {
  const views = new Map<string, TableView>();
  const tables = source.folders.length > 0 ? await findTableFiles(source.path) : [];
  for (const files of tables) {
    const view = await explain(files, () => fileView(connection, files, schemaOf(files)));
    views.set(files.table, { ...view, files });
  }
  return views;
}

function schemaOf(files: TableFiles): TableSchema | undefined {
  return files.schema ?? LOG_TABLES.get(files.table);
}

/** The driver's complaint about a file names no table; the operator needs to know which one it is. */
async function explain(files: TableFiles, make: () => Promise<View>): Promise<View> {
  try {
    return await make();
  } catch (error) {
    const reason = errorText(error);
    throw new Error(`QUERN_DATA: table "${files.table}" cannot be read from ${files.pattern}: ${reason}`, {
      cause: error,
    });
  }
}

function attach({ path }: DataSource): string {
  return `ATTACH ${quoteString(path)} AS source (READ_ONLY)`;
}

async function databaseViews(connection: DuckDBConnection, source: DataSource): Promise<Map<string, TableView>> {
  try {
    await connection.run(attach(source));
  } catch (error) {
    throw new Error(`QUERN_DATA: ${source.path} cannot be opened as a DuckDB database: ${errorText(error)}`, {
      cause: error,
    });
  }
  const reader = await connection.runAndReadAll(
    `SELECT i.table_name, i.table_type, t.sql FROM information_schema.tables AS i
     LEFT JOIN duckdb_tables() AS t ON t.database_name = 'source' AND t.schema_name = 'main' AND t.table_name = i.table_name
     WHERE i.table_catalog = 'source' AND i.table_schema = 'main'`,
  );
  const views = new Map<string, TableView>();
  for (const [name, type, definition] of reader.getRows() as [string, string, string | null][]) {
    const table = await withoutCollations(connection, `source.main.${quoteName(name)}`);
    const view = await tableView(connection, table, LOG_TABLES.get(name));
    // A view of the operator's may compute anything, and so may a column that is generated as it is read.
    const isComputed = type !== 'BASE TABLE' || definition === null || /\bgenerated\b/i.test(definition);
    views.set(name, { ...view, isConverted: view.isConverted || isComputed });
  }
  return views;
}
