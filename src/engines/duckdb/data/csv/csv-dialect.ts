import { type DuckDBConnection } from '@duckdb/node-api';
import { quoteString } from '../../compiler/types/duckdb-types.js';
import { type FileFormat } from '../file-names.js';
import { literally } from '../globs.js';

/** Text between two values, by the ending of the file's name. */
export const DELIMITERS = { csv: ',', tsv: '\t' } as const;

export const EMPTY_FIRST_LINE =
  'its first line is empty, where the names of the columns should be; take out the empty line';

export type CsvFormat = keyof typeof DELIMITERS;

const NAMES: Readonly<Record<string, string>> = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'bars' };

export function isCsv(format: FileFormat): format is CsvFormat {
  return format in DELIMITERS;
}

/**
 * Arguments of `read_csv`. Only types are left to be guessed: where DuckDB does not find rows of equal length with one delimiter, it takes
 * another one, and a row that is too short makes a table of one column of all.
 */
export function csvArguments(format: CsvFormat, hasHeader = true): string {
  const delimiter = quoteString(DELIMITERS[format]);
  return (
    `header = ${hasHeader}, skip = 0, delim = ${delimiter}, quote = '"', escape = '"', comment = '', ` +
    'strict_mode = true, null_padding = false, ignore_errors = false'
  );
}

/** The first line of a file as it stands there, without its line break. @throws Error where it is not UTF-8 */
export async function firstLine(connection: DuckDBConnection, path: string): Promise<string> {
  const found = await connection.runAndReadAll(`SELECT line FROM ${linesOf(path)} LIMIT 1`);
  return String(found.getRows()[0]?.[0] ?? '');
}

/** The lines of a file, as the column `line`; NULL where one is empty. */
export function linesOf(path: string): string {
  return (
    `read_csv(${quoteString(literally(path))}, auto_detect = false, header = false, columns = {'line': 'VARCHAR'}, ` +
    `delim = '\x01', quote = '', escape = '', strict_mode = false)`
  );
}

export function fieldsIn(line: string, format: CsvFormat): number {
  return line.replaceAll(/"(?:[^"]|"")*"/g, '').split(DELIMITERS[format]).length;
}

/** The mistake of a header that has another delimiter and not the right one; undefined where it may be the name of one column. */
export function otherDelimiter(header: string, format: CsvFormat): string | undefined {
  const wanted = DELIMITERS[format];
  const other = Object.keys(NAMES).find((each) => header.includes(each));
  if (other === undefined || header.includes(wanted)) return undefined;
  const [kind] = Object.entries(DELIMITERS).find(([, delimiter]) => delimiter === other) ?? [];
  const cure = `write it with ${NAMES[wanted] ?? ''}${kind === undefined ? '' : `, or call it .${kind}`}`;
  return `its header has ${NAMES[other] ?? ''} and no ${NAMES[wanted] ?? ''}, which are between the values of a .${format} file; ${cure}`;
}
