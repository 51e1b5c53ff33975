import { type DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { FILE_NAME } from '../data/view.js';
import { type TypedColumn } from '../records/record-columns.js';
import { bytesOf } from './store-files.js';
import { type SourceFile, type TableBuild } from './store-messages.js';

// A file of the store holds the rows, the files that they are from, the form in which records are held in the rows, and everything that has
// to be equal for rows of other files to be added.

/** Table with the rows. Behind the columns of the view it has one with the file of each row. */
export const ROWS = 'main.stored';
const FILES = 'main.files';
const ABOUT = 'main.about';

/** Column that no view has: GoogleSQL has no such name. */
export const FILE_OF_ROW = 'quern$file';

/** Largest share of the bytes that may change by adding and removing rows: beyond it, all rows are written anew, in their order. */
const MAX_CHANGED = 1 / 2;

/** The steps to the rows of the files as they are now. */
export interface Difference {
  /** Unchanged files: the rows of all others go. */
  readonly same: readonly string[];
  readonly fresh: readonly SourceFile[];
  /** Columns in the form in which the kept rows have them. */
  readonly held: readonly TypedColumn[];
  /** Bytes of the files that have come or gone since all rows were written together. */
  readonly changedBytes: number;
}

/** DuckDB's SELECT of the rows of these files, or of all. */
export function rowsOfFiles({ sql, byFile }: TableBuild, files?: readonly SourceFile[]): string {
  if (!byFile) return `SELECT *, CAST(NULL AS VARCHAR) AS ${quoteName(FILE_OF_ROW)} FROM (${sql})`;
  const some = files ? ` WHERE ${FILE_NAME} IN (${files.map(({ path }) => quoteString(path)).join(', ')})` : '';
  return `SELECT ${byFile.items}, ${FILE_NAME} AS ${quoteName(FILE_OF_ROW)} FROM ${byFile.source}${some}`;
}

/** Undefined where all rows have to be written anew. */
export async function differenceTo(
  connection: DuckDBConnection,
  alias: string,
  { files, shape, byFile }: TableBuild,
): Promise<Difference | undefined> {
  const [about] = await rowsOf(connection, `SELECT shape, changed, columns FROM ${alias}.${ABOUT}`);
  if (!byFile || about?.[0] !== shape) return undefined;
  const known = await rowsOf(connection, `SELECT path, signature, bytes FROM ${alias}.${FILES}`);
  const before = new Map(known.map(([path, signature, bytes]) => [String(path), { signature, bytes: Number(bytes) }]));
  const now = new Map(files.map((file) => [file.path, file.signature]));
  const gone = [...before].filter(([path, { signature }]) => now.get(path) !== signature);
  const isSame = ({ path, signature }: SourceFile) => before.get(path)?.signature === signature;
  const fresh = files.filter((file) => !isSame(file));
  const changedBytes = Number(about[1]) + bytesOf(gone.map(([, file]) => file)) + bytesOf(fresh);
  if (changedBytes > bytesOf(files) * MAX_CHANGED) return undefined;
  const same = files.filter(isSame).map(({ path }) => path);
  return { same, fresh, held: columnsIn(about[2]), changedBytes };
}

/**
 * The columns as the file of this name has them, which may hold records in place of arrays.
 *
 * @throws Error where it is another table's file
 */
export async function keptColumns(
  connection: DuckDBConnection,
  alias: string,
  name: string,
): Promise<readonly TypedColumn[]> {
  const views = `SELECT 1 FROM duckdb_views() WHERE database_name = '${alias}' AND NOT internal`;
  if ((await rowsOf(connection, views)).length > 0) throw new Error(`${alias} has views`);
  const about = `SELECT columns FROM ${alias}.${ABOUT} WHERE name = ${quoteString(name)}`;
  const [row] = await rowsOf(connection, about);
  if (!row) throw new Error(`${alias} has another table`);
  return columnsIn(row[0]);
}

function columnsIn(json: unknown): readonly TypedColumn[] {
  return JSON.parse(String(json)) as readonly TypedColumn[];
}

/** Records whose rows are in the file, and in which columns. */
export async function describeRows(
  connection: DuckDBConnection,
  alias: string,
  { name, files, shape }: TableBuild,
  { held, changedBytes }: Pick<Difference, 'held' | 'changedBytes'>,
): Promise<void> {
  const texts = [name, shape, JSON.stringify(held)].map(quoteString);
  await connection.run(
    `CREATE OR REPLACE TABLE ${alias}.${ABOUT} AS FROM (VALUES (${texts.join(', ')}, ${changedBytes})) AS about(name, shape, columns, changed)`,
  );
  await connection.run(`CREATE OR REPLACE TABLE ${alias}.${FILES} (path VARCHAR, signature VARCHAR, bytes BIGINT)`);
  const appender = await connection.createAppender('files', 'main', alias);
  for (const { path, signature, bytes } of files) {
    appender.appendVarchar(path);
    appender.appendVarchar(signature);
    appender.appendBigInt(BigInt(bytes));
    appender.endRow();
  }
  appender.closeSync();
}

export async function countOf(connection: DuckDBConnection, table: string): Promise<number> {
  const [row] = await rowsOf(connection, `SELECT count(*) FROM ${table}`);
  return Number(row?.[0]);
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
