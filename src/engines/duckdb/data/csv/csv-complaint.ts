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
import { lineOfOtherBreak, lineOfRow } from '../sound/whole-files.js';

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
  return found ?? (await inWords(connection, path, format, error));
}

/** The fault of a row, which is counted from the header on. */
export async function unsoundRow(
  path: string,
  format: CsvFormat,
  { number, isEmptyCounted }: { readonly number: number; readonly isEmptyCounted: boolean },
  words: string,
): Promise<UnsoundFile> {
  const line = await lineOfRow(path, format, { number, isEmptyCounted });
  const place = line === undefined ? `row ${number - 1}, without the header,` : `line ${line}`;
  return new UnsoundFile(path, `${place}${words}`, line);
}

/** The first line that is not UTF-8. */
export async function notUtf8(connection: DuckDBConnection, path: string): Promise<UnsoundFile | undefined> {
  try {
    await connection.run(`SELECT count(line) FROM ${linesOf(path)}`);
  } catch (error) {
    const text = errorText(error);
    const line = Number(ROW.exec(text)?.[1]);
    if (NOT_UTF_8.test(text)) return new UnsoundFile(path, `line ${line} is not UTF-8; ${SAVE_IT}`, line);
  }
  return undefined;
}

/** Reads a file that DuckDB has not recognised as CSV, up to the first row that is none. */
async function complaintOf(
  connection: DuckDBConnection,
  path: string,
  format: CsvFormat,
): Promise<UnsoundFile | undefined> {
  try {
    const header = await firstLine(connection, path);
    if (header === '') return new UnsoundFile(path, EMPTY_FIRST_LINE);
    const other = otherDelimiter(header, format);
    if (other !== undefined) return new UnsoundFile(path, other);
    const columns = Array.from({ length: fieldsIn(header, format) }, (_, index) => `'${index}': 'VARCHAR'`);
    await connection.run(
      `SELECT count(COLUMNS(*)) FROM read_csv(${quoteString(literally(path))}, auto_detect = false, ` +
        `columns = {${columns.join(', ')}}, ${csvArguments(format)})`,
    );
    return await emptyField(connection, path, format, columns.length);
  } catch (error) {
    return inWords(connection, path, format, error);
  }
}

/** An empty field behind the last one that there should be, which DuckDB passes over in this reading. */
async function emptyField(
  connection: DuckDBConnection,
  path: string,
  format: CsvFormat,
  fields: number,
): Promise<UnsoundFile | undefined> {
  const numbered = `SELECT row_number() OVER () AS number, line FROM ${linesOf(path)}`;
  const sql = `SELECT number, line FROM (${numbered}) WHERE ends_with(line, ${quoteString(DELIMITERS[format])}) ORDER BY number`;
  const lines = (await connection.runAndReadAll(sql)).getRows().map(([number, line]) => ({
    number: Number(number),
    found: fieldsIn(String(line), format),
  }));
  const long = lines.find(({ found }) => found > fields);
  if (!long) return undefined;
  const { number: line, found } = long;
  return new UnsoundFile(path, `line ${line} has ${found} fields, and the header ${fields}; ${AS_MANY}`, line);
}

/** The place of a complaint, and the mistake in it. */
async function inWords(
  connection: DuckDBConnection,
  path: string,
  format: CsvFormat,
  error: unknown,
): Promise<UnsoundFile> {
  const text = errorText(error);
  const latin = NOT_UTF_8.test(text) ? await notUtf8(connection, path) : undefined;
  if (latin) return latin;
  const line = text.includes(OTHER_BREAKS) ? await lineOfOtherBreak(path, format) : undefined;
  if (line !== undefined)
    return new UnsoundFile(
      path,
      `line ${line} ends in another way than those before; write all line breaks alike`,
      line,
    );
  const reason = REASONS.flatMap(([pattern, words]) => {
    const match = pattern.exec(text);
    return match ? [words(match)] : [];
  })[0];
  if (reason === undefined) return new UnsoundFile(path, fileComplaint(error));
  const [, number] = ROW.exec(text) ?? [];
  if (number === undefined) return new UnsoundFile(path, `it ${reason}`);
  return unsoundRow(path, format, { number: Number(number), isEmptyCounted: true }, ` ${reason}`);
}

/** The row in DuckDB's complaint, with the header and empty ones; a line break in quotes is not counted. */
const ROW = /CSV Error on Line: (\d+)/;

const AS_MANY = 'write as many in each line, and quotes around a value that has the delimiter in it';

const NOT_UTF_8 = /not utf-8 encoded/i;

const SAVE_IT = 'save the file as UTF-8, as `iconv -f latin1 -t utf-8` does';

const OTHER_BREAKS = 'state machine reached an invalid state';

const REASONS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /Expected Number of Columns: (\d+) Found: (\d+)/,
    ([, expected = '', found = '']) =>
      `has ${found} ${found === '1' ? 'field' : 'fields'}, and the header ${expected}; ${AS_MANY}`,
  ],
  [
    /unterminated quote/i,
    () => 'has a quote that is not closed, or text behind one that is; write "" for a quote within quotes',
  ],
  [
    new RegExp(OTHER_BREAKS),
    () => 'has lines that end in different ways, or a quote at the wrong place; write all line breaks alike',
  ],
];
