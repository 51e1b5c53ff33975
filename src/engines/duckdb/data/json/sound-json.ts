import { type DuckDBConnection } from '@duckdb/node-api';
import { quoteName } from '../../compiler/types/duckdb-types.js';
import { rowsOf } from '../file-view.js';
import { literally } from '../globs.js';
import { type TableFiles } from '../table-files.js';
import { type SoundTerms, UnsoundFile } from '../sound/unsound-file.js';
import { type View } from '../view.js';
import { CUT_GZIP, isCutGzip } from '../sound/whole-files.js';
import { unsoundJson } from './json-complaint.js';

/**
 * Reads files of JSON to their ends. Files of a table without a schema are read together, as its queries do: their types are those of all.
 *
 * @throws UnsoundFile
 */
export async function assertSoundJson(
  connection: DuckDBConnection,
  files: TableFiles,
  { items, columns }: View,
  { schema, required, paths }: SoundTerms,
): Promise<void> {
  // DuckDB has a list, or a value, as one column of this name.
  if (!schema && columns.length === 1 && columns[0]?.name === 'json') {
    const found = await unsoundJson(connection, undefined, { format: files.format, paths, columns: [], required: [] });
    if (found) throw found;
  }
  for (const path of paths) if (await isCutGzip(path)) throw new UnsoundFile(path, CUT_GZIP);
  if (items.length === 0 || paths.length === 0) return;
  const source = rowsOf(schema ? { ...files, patterns: paths.map(literally) } : files, schema);
  const missing = required.map(
    (name) => `count(*) FILTER (${quoteName(name)} IS NULL) AS ${quoteName(`quern$${name}`)}`,
  );
  const counts = [...missing, 'count(COLUMNS(*))'].join(', ');
  const about = { format: files.format, paths, columns, required };
  try {
    const found = await connection.runAndReadAll(`SELECT ${counts} FROM (SELECT ${items.join(', ')} FROM ${source})`);
    const [row = []] = found.getRows();
    if (row.slice(0, required.length).every((count) => count === 0n)) return;
  } catch (error) {
    throw (await unsoundJson(connection, error, about)) ?? error;
  }
  const unsound = await unsoundJson(connection, undefined, about);
  if (unsound) throw unsound;
}
