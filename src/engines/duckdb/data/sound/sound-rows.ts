import { type DuckDBConnection } from '@duckdb/node-api';
import { sizeIn } from '../../../../files/find-files.js';
import { quoteName } from '../../compiler/types/duckdb-types.js';
import { isCsv } from '../csv/csv-dialect.js';
import { assertSoundCsv } from '../csv/sound-csv.js';
import { assertSoundJson } from '../json/sound-json.js';
import { type TableFiles } from '../table-files.js';
import { type SoundTerms, UnsoundFile } from './unsound-file.js';
import { type View } from '../view.js';

/** Most bytes of changed JSON that are read to their end: a log grows all the time, and is no table of many damages. */
const MAX_CHANGED_JSON = 67_108_864;

/**
 * Reads files of text once to their ends, before a table is made of them. A file that has not changed since is not read again. Parquet is
 * searched only for missing values in REQUIRED columns.
 */
export class SoundRows {
  /** Files by table, each with its state and its shape when it was read. */
  private readonly known = new Map<string, { readonly shape: string; readonly files: ReadonlyMap<string, string> }>();

  /** @throws UnsoundFile */
  async assert(
    connection: DuckDBConnection,
    files: TableFiles,
    view: View,
    {
      schema,
      signatures,
      isAtRest,
    }: Pick<SoundTerms, 'schema'> & {
      readonly signatures: readonly (readonly [string, string])[];
      /** Whether nothing is writing to them: the last line of JSON may not be there yet. */
      readonly isAtRest: boolean;
    },
  ): Promise<void> {
    const { table, format, schemaPath } = files;
    const own = schemaPath === undefined ? [] : (schema ?? []);
    const required = own.flatMap(({ name, mode }) => (mode === 'REQUIRED' ? [name] : []));
    if (format === 'parquet') {
      await assertValues(connection, view, required, files.path);
      return;
    }
    const shape = JSON.stringify([view.items, required]);
    const before = this.known.get(table);
    const known = before?.shape === shape ? before.files : new Map<string, string>();
    const now = signatures.filter(([path]) => path !== schemaPath);
    const changed = now.filter(([path, signature]) => known.get(path) !== signature);
    const terms = { schema, required, paths: changed.map(([path]) => path) };
    if (isCsv(format)) await assertSoundCsv(connection, { ...files, format }, view, terms);
    else {
      // Types without a schema are those of all files, which are read together.
      const bytes = (schema ? changed : now).reduce((sum, [, signature]) => sum + sizeIn(signature), 0);
      if (before && !(isAtRest && bytes <= MAX_CHANGED_JSON)) return;
      await assertSoundJson(connection, files, view, terms);
    }
    this.known.set(table, { shape, files: new Map(now) });
  }
}

/** @throws UnsoundFile */
async function assertValues(
  connection: DuckDBConnection,
  { sql }: View,
  required: readonly string[],
  path: string,
): Promise<void> {
  if (required.length === 0) return;
  const counts = required.map((name) => `count(*) FILTER (${quoteName(name)} IS NULL)`);
  const [row = []] = (await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM (${sql})`)).getRows();
  const index = row.findIndex((count) => count !== 0n);
  if (index >= 0)
    throw new UnsoundFile(path, `"${required[index] ?? ''}" is REQUIRED and NULL in ${Number(row[index])} of its rows`);
}
