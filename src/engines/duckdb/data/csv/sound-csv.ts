import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';
import { wholeTypeName } from '../../../../googlesql/types/types.js';
import { quoteName, quoteString } from '../../compiler/types/duckdb-types.js';
import { unsoundRow, unsoundRows } from './csv-complaint.js';
import { type CsvFormat, otherDelimiter } from './csv-dialect.js';
import { rowsOf } from '../file-view.js';
import { literally } from '../globs.js';
import { type TableFiles } from '../table-files.js';
import { OTHER_TYPE, type SoundTerms, UnsoundFile } from '../sound/unsound-file.js';
import { columnsOf, type View } from '../view.js';
import { wrongEnds } from '../sound/whole-files.js';

/** The files to read to their ends. */
interface Rows {
  readonly format: CsvFormat;
  readonly view: View;
  /** Columns of the files, by the names in their headers. */
  readonly header: readonly string[];
  readonly faults: readonly Fault[];
}

/** A fault that no row may have. */
interface Fault {
  /** DuckDB's SQL, true for a row with the fault. */
  readonly condition: string;
  readonly words: string;
}

/**
 * Reads files of CSV to their ends: otherwise only queries that reach a broken row would find it.
 *
 * @throws UnsoundFile
 */
export async function assertSoundCsv(
  connection: DuckDBConnection,
  files: TableFiles & { readonly format: CsvFormat },
  view: View,
  { schema, required, paths }: SoundTerms,
): Promise<void> {
  const { format, schemaPath } = files;
  const header = (await columnsOf(connection, rowsOf(files))).map(({ name }) => name);
  assertHeader(header, format, schemaPath === undefined ? undefined : schema, files.path);
  if (paths.length === 0) return;
  await assertSound(connection, paths, { format, view, header, faults: faultsOf(view, header, required) });
}

/** @throws UnsoundFile where a header is not of the format, or not of the schema */
function assertHeader(
  header: readonly string[],
  format: CsvFormat,
  schema: TableSchema | undefined,
  path: string,
): void {
  const other = header.length === 1 ? otherDelimiter(header[0] ?? '', format) : undefined;
  if (other !== undefined) throw new UnsoundFile(path, other);
  const lower = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));
  const [there, wanted] = [lower(header), lower((schema ?? []).map(({ name }) => name))];
  const missing = (schema ?? []).filter(({ name }) => !there.has(name.toLowerCase()));
  const unknown = header.find((name) => !wanted.has(name.toLowerCase()));
  const needed = missing.find(({ mode }) => mode === 'REQUIRED');
  if (needed) throw new UnsoundFile(path, `its header lacks "${needed.name}", which is REQUIRED`);
  // A column of another name would be NULL in each row.
  if (missing[0] && unknown !== undefined)
    throw new UnsoundFile(
      path,
      `its header has "${unknown}", which the schema has not, and lacks "${missing[0].name}"`,
    );
}

function faultsOf(view: View, header: readonly string[], required: readonly string[]): readonly Fault[] {
  const kinds = new Map(view.columns.map(({ name, type }) => [name.toLowerCase(), type.kind]));
  const integers = header.filter((name) => kinds.get(name.toLowerCase()) === 'INT64');
  const repeated = header.map((name) => `rows.${quoteName(name)} = ${quoteString(name)}`);
  return [
    ...required.map((name) => ({
      condition: `rows.${quoteName(name)} IS NULL`,
      words: `"${name}" is REQUIRED and has no value`,
    })),
    // DuckDB rounds fractions.
    ...integers.map((name) => ({
      condition: `NOT regexp_full_match(rows.${quoteName(name)}, '\\s*[-+]?[0-9]+\\s*')`,
      words: `"${name}" is not INT64; ${OTHER_TYPE}`,
    })),
    ...(header.length > 1
      ? [{ condition: repeated.join(' AND '), words: 'it has the names of the columns once more' }]
      : []),
  ];
}

async function assertSound(connection: DuckDBConnection, paths: readonly string[], rows: Rows): Promise<void> {
  for (const path of paths) {
    const reason = await wrongEnds(path, rows.format);
    if (reason !== undefined) throw new UnsoundFile(path, reason);
  }
  const { view, faults, format } = rows;
  const found = faults.map(({ condition }, index) => `nullif(${condition}, false) AS "quern$${index}"`);
  const source = rowsOf({ format, patterns: paths.map(literally) });
  try {
    const sql = `SELECT count(COLUMNS(*)) FROM (SELECT ${[...found, ...view.items].join(', ')} FROM ${source} AS rows)`;
    const [counts = []] = (await connection.runAndReadAll(sql)).getRows();
    if (counts.slice(0, faults.length).every((count) => count === 0n)) return;
  } catch (error) {
    const unsound = await unsoundRows(connection, error, format);
    if (unsound) throw unsound;
    const place = await firstFault(connection, paths, {
      ...rows,
      faults: [...faults, ...conversionsOf(view, rows.header)],
    });
    throw place ?? error;
  }
  const place = await firstFault(connection, paths, rows);
  if (place) throw place;
}

/** Faults of values that are not of the types of their columns. */
function conversionsOf({ items, columns }: View, header: readonly string[]): readonly Fault[] {
  const there = new Set(header.map((name) => name.toLowerCase()));
  return columns.flatMap(({ name, type }, index) => {
    if (!there.has(name.toLowerCase())) return [];
    const column = quoteName(name);
    const value = (items[index] ?? '').slice(0, -` AS ${column}`.length);
    return {
      condition: `rows.${column} IS NOT NULL AND TRY(${value}) IS NULL`,
      words: `"${name}" is not ${wholeTypeName(type)}; ${OTHER_TYPE}`,
    };
  });
}

/** Column with the numbers of rows, which no header has. */
const NUMBER = '"quern$number"';

async function firstFault(
  connection: DuckDBConnection,
  paths: readonly string[],
  { format, faults, header }: Rows,
): Promise<UnsoundFile | undefined> {
  const firsts = faults.map(({ condition }) => `min(${NUMBER}) FILTER (${condition})`);
  for (const path of paths) {
    const source = rowsOf({ format, patterns: [literally(path)] });
    const sql = `SELECT ${firsts.join(', ')} FROM (SELECT row_number() OVER () AS ${NUMBER}, * FROM ${source}) AS rows`;
    const [row = []] = (await connection.runAndReadAll(sql)).getRows();
    const numbers = row.map((number) => (number === null ? Infinity : Number(number)));
    const first = Math.min(...numbers);
    if (first < Infinity) {
      const words = `: ${faults[numbers.indexOf(first)]?.words ?? ''}`;
      // DuckDB passes over empty lines, except those of one column.
      return unsoundRow(path, format, { number: first + 1, isEmptyCounted: header.length === 1 }, words);
    }
  }
  return undefined;
}
