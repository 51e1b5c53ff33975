import { type DuckDBConnection } from '@duckdb/node-api';
import { errorText } from '../../../../errors/error-text.js';
import { quoteString } from '../../compiler/types/duckdb-types.js';
import { fileComplaint } from '../../failure.js';
import {
  csvArguments,
  type CsvFormat,
  DELIMITERS,
  EMPTY_FIRST_LINE,
  fieldsIn,
  firstLine,
  linesOf,
  otherDelimiter,
} from './csv-dialect.js';
import { literally } from '../globs.js';
import { UnsoundFile } from '../sound/unsound-file.js';
import { lineOfOtherBreak } from '../sound/whole-files.js';

/** The file in DuckDB's complaint. */
const NAMED_FILE = /Error when sniffing file "(?<sniffed>.*)"|^\s*file = (?<read>.*)$/m;

/** DuckDB's complaint about a file, as the line and the reason; undefined where it is not about the rows of one. */
export async function unsoundRows(
  connection: DuckDBConnection,
  error: unknown,
  format: CsvFormat,
): Promise<UnsoundFile | undefined> {
  const { sniffed, read } = NAMED_FILE.exec(errorText(error))?.groups ?? {};
  const path = sniffed ?? read;
  if (path === undefined) return undefined;
  const found = sniffed === undefined ? undefined : await complaintOf(connection, sniffed, format);
  return new UnsoundFile(path, found ?? (await withLine(path, inWords(error))), { cause: error });
}

/** Reads a file that DuckDB has not recognised as CSV, up to the first row that is none. */
async function complaintOf(connection: DuckDBConnection, path: string, format: CsvFormat): Promise<string | undefined> {
  try {
    const header = await firstLine(connection, path);
    if (header === '') return EMPTY_FIRST_LINE;
    const other = otherDelimiter(header, format);
    if (other !== undefined) return other;
    const columns = Array.from({ length: fieldsIn(header, format) }, (_, index) => `'${index}': 'VARCHAR'`);
    await connection.run(
      `SELECT count(COLUMNS(*)) FROM read_csv(${quoteString(literally(path))}, auto_detect = false, ` +
        `columns = {${columns.join(', ')}}, ${csvArguments(format)})`,
    );
    return await emptyField(connection, path, format, columns.length);
  } catch (error) {
    return withLine(path, inWords(error));
  }
}

/** Adds the line, which DuckDB does not report where the line breaks are of two kinds. */
async function withLine(path: string, words: string): Promise<string> {
  const line = words.includes(OTHER_BREAKS) ? await lineOfOtherBreak(path) : undefined;
  return line === undefined ? words : `line ${line} ends in another way than those before; write all line breaks alike`;
}

/** An empty field behind the last one that there should be, which DuckDB passes over in this reading. */
async function emptyField(
  connection: DuckDBConnection,
  path: string,
  format: CsvFormat,
  fields: number,
): Promise<string | undefined> {
  const numbered = `SELECT row_number() OVER () AS number, line FROM ${linesOf(path)}`;
  const sql = `SELECT number, line FROM (${numbered}) WHERE ends_with(line, ${quoteString(DELIMITERS[format])}) ORDER BY number`;
  const lines = (await connection.runAndReadAll(sql)).getRows().map(([number, line]) => ({
    number: Number(number),
    found: fieldsIn(String(line), format),
  }));
  const long = lines.find(({ found }) => found > fields);
  return long && `line ${long.number} has ${long.found} fields, and the header ${fields}; ${AS_MANY}`;
}

/** The line of a complaint, and the mistake in it. */
export function inWords(error: unknown): string {
  const text = errorText(error);
  const line = /CSV Error on Line: (\d+)/.exec(text)?.[1] ?? '';
  const reason = REASONS.flatMap(([pattern, words]) => {
    const match = pattern.exec(text);
    return match ? [words(match)] : [];
  })[0];
  if (reason === undefined) return fileComplaint(error);
  return line === '' ? `it ${reason}` : `line ${line} ${reason}`;
}

const AS_MANY = 'write as many in each line, and quotes around a value that has the delimiter in it';

const OTHER_BREAKS = 'has lines that end in different ways';

const REASONS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /Expected Number of Columns: (\d+) Found: (\d+)/,
    ([, expected = '', found = '']) =>
      `has ${found} ${found === '1' ? 'field' : 'fields'}, and the header ${expected}; ${AS_MANY}`,
  ],
  [/not utf-8 encoded/i, () => 'is not UTF-8; save the file as UTF-8, as `iconv -f latin1 -t utf-8` does'],
  [
    /unterminated quote/i,
    () => 'has a quote that is not closed, or text behind one that is; write "" for a quote within quotes',
  ],
  [
    /state machine reached an invalid state/,
    () => `${OTHER_BREAKS}, or a quote at the wrong place; write all line breaks alike`,
  ],
];
