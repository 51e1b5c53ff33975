import { type DuckDBConnection } from '@duckdb/node-api';
import { readFile, stat } from 'node:fs/promises';
import { errorText } from '../../../../errors/error-text.js';
import { excerpt } from '../../../../errors/excerpt.js';
import { type SqlType, wholeTypeName } from '../../../../googlesql/types/types.js';
import { quoteString } from '../../compiler/types/duckdb-types.js';
import { fileComplaint } from '../../failure.js';
import { notUtf8 } from '../csv/csv-complaint.js';
import { linesOf } from '../csv/csv-dialect.js';
import { type FileFormat } from '../file-names.js';
import { literally } from '../globs.js';
import { OTHER_TYPE, UnsoundFile } from '../sound/unsound-file.js';
import { jsonFault } from './json-fault.js';
import { isUnfit, memberOf } from './unfit-values.js';

/** Files with something in them that is no row, and the expected form of their rows. */
interface JsonFiles {
  readonly format: FileFormat;
  readonly paths: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  readonly required: readonly string[];
}

/** The file in DuckDB's complaint. The line number in it is not always the right one. */
const NAMED_FILE = /^Invalid Input Error: (?:Malformed JSON|JSON transform error) in file "(.+?)", /;

/** Largest file of JSON that is read as a whole to find the broken line. */
const MAX_TEXT = 1_048_576;

/** The fault of one of these files, as the line or the row and the reason; undefined where an error is not about their rows. */
export async function unsoundJson(
  connection: DuckDBConnection,
  error: unknown,
  { paths, ...rows }: JsonFiles,
): Promise<UnsoundFile | undefined> {
  const text = error === undefined ? '' : errorText(error);
  const [, named] = NAMED_FILE.exec(text) ?? [];
  // Conversions behind the reading, such as base64, fail without the name of a file.
  if (named === undefined && error !== undefined && !text.startsWith('Conversion Error')) return undefined;
  for (const path of named === undefined ? paths : [named]) {
    const found = await complaintOf(connection, path, rows);
    if (found) return found;
  }
  return named === undefined ? undefined : new UnsoundFile(named, fileComplaint(error));
}

async function complaintOf(
  connection: DuckDBConnection,
  path: string,
  { format, columns, required }: Omit<JsonFiles, 'paths'>,
): Promise<UnsoundFile | undefined> {
  const latin = await notUtf8(connection, path);
  if (latin) return latin;
  try {
    const broken = format === 'json' ? await brokenText(path) : undefined;
    if (broken) return broken;
    const place = format === 'json' ? 'row' : 'line';
    const numbered = `SELECT row_number() OVER () AS number, json FROM ${rowsIn(path, format)}`;
    // A line that is no JSON would keep the other conditions from being evaluated.
    for (const faults of [NO_JSON, faultsOf(columns, required)]) {
      const firsts = faults.map(({ condition }) => `min(number) FILTER (${condition})`);
      const sql = `SELECT ${firsts.join(', ')} FROM (${numbered}) WHERE json IS NOT NULL`;
      const [row = []] = (await connection.runAndReadAll(sql)).getRows();
      const numbers = row.map((number) => (number === null ? Infinity : Number(number)));
      const first = Math.min(...numbers);
      const words = faults[numbers.indexOf(first)]?.words ?? '';
      if (first < Infinity)
        return new UnsoundFile(path, `${place} ${first}${words}`, place === 'line' ? first : undefined);
    }
    return undefined;
  } catch {
    return undefined;
  }
}

/** The rows of a file as texts. */
function rowsIn(path: string, format: FileFormat): string {
  if (format !== 'json') return `(SELECT line AS json FROM ${linesOf(path)})`;
  return `read_json_objects(${quoteString(literally(path))}, format = 'auto')`;
}

async function brokenText(path: string): Promise<UnsoundFile | undefined> {
  if (!path.endsWith('.json') || (await stat(path)).size > MAX_TEXT) return undefined;
  const text = await readFile(path, 'utf8');
  // The file may have objects one after the other, without commas.
  return text.trimStart().startsWith('[') ? jsonFault(text, path) : undefined;
}

/** A fault that no row may have: DuckDB's SQL, true for a row with it, and the words behind its place. */
interface Fault {
  readonly condition: string;
  readonly words: string;
}

const NO_JSON: readonly Fault[] = [
  { condition: 'NOT json_valid(json)', words: ' is no JSON; write one object, {"column": value, …}, in each line' },
];

function faultsOf(columns: JsonFiles['columns'], required: readonly string[]): readonly Fault[] {
  return [
    {
      condition: `json_type(json) IS DISTINCT FROM 'OBJECT'`,
      words: ' is no object; write {"column": value, …} for each row, and one in each line of .ndjson',
    },
    ...columns.map(({ name, type }) => ({
      condition: isUnfit(memberOf('json', name), type),
      words: `: "${name}" is not ${excerpt(wholeTypeName(type))}; ${OTHER_TYPE}`,
    })),
    ...required.map((name) => ({
      condition: `coalesce(json_type(${memberOf('json', name)}), 'NULL') = 'NULL'`,
      words: `: "${name}" is REQUIRED and has no value`,
    })),
  ];
}
