import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';
import { type SqlType, TIMESTAMP } from '../../../../googlesql/types/types.js';
import { quoteName } from '../../compiler/types/duckdb-types.js';
import { storedType } from '../../column-types.js';
import { fieldOf } from '../../schema-types.js';
import { unsoundRows } from './csv-complaint.js';
import { csvArguments, type CsvFormat } from './csv-dialect.js';
import { columnsOf, tableView, type View } from '../view.js';

/** Rows from whose values types are guessed. */
const SAMPLE_ROWS = 20_480;

/** A time that has one meaning: its year is in front, in four digits. */
const CLEAR_TIME = String.raw`\s*\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ].*)?`;

/** A date of texts that DuckDB takes for no time, since either of its first numbers may be the month. */
const UNCLEAR_DATE = String.raw`\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[T ].*)?`;

/** A view over the rows of CSV. They are read as texts, which are converted to the types of the schema, or to those that all of the first are of. */
export async function csvView(
  connection: DuckDBConnection,
  { format, from, source }: { readonly format: CsvFormat; readonly from: string; readonly source: string },
  schema: TableSchema | undefined,
): Promise<View> {
  try {
    if (schema) return await tableView(connection, source, schema, { isText: true });
    const guessed = await guessedColumns(
      connection,
      `read_csv(${from}, ${csvArguments(format)}, dateformat = '%Y-%m-%d')`,
    );
    const unclear = await unclearTimes(connection, source, guessed);
    const fields = guessed.map(({ name, type }) => fieldOf(name, unclear.includes(name) ? { kind: 'STRING' } : type));
    const view = await tableView(connection, source, fields, { isText: true });
    return { ...view, isGuessed: true, remarks: unclear.map(unclearTime) };
  } catch (error) {
    throw (await unsoundRows(connection, error, format)) ?? error;
  }
}

export function unclearTime(column: string): string {
  return (
    `column "${column}" has dates or times that can be read in several ways, such as 01/02/2026, and is STRING; ` +
    'write them as 2026-02-01, or take them apart by PARSE_DATE'
  );
}

interface GuessedColumn {
  readonly name: string;
  readonly type: SqlType;
}

async function guessedColumns(connection: DuckDBConnection, source: string): Promise<readonly GuessedColumn[]> {
  return (await columnsOf(connection, source)).map(({ name, type }) => {
    const found = storedType(type) ?? { kind: 'STRING' };
    // A time without an offset is UTC.
    return { name, type: found.kind === 'DATETIME' ? TIMESTAMP : found };
  });
}

/** The columns of dates or times that do not say which of their numbers is the day. */
async function unclearTimes(
  connection: DuckDBConnection,
  source: string,
  columns: readonly GuessedColumn[],
): Promise<readonly string[]> {
  const items = columns.flatMap(({ name, type: { kind } }) => {
    const is = (pattern: string) => `bool_and(regexp_full_match(${quoteName(name)}, '${pattern}'))`;
    if (kind === 'STRING') return { name, condition: is(UNCLEAR_DATE) };
    return kind === 'DATE' || kind === 'TIMESTAMP' ? { name, condition: `NOT ${is(CLEAR_TIME)}` } : [];
  });
  if (items.length === 0) return [];
  const conditions = items.map(({ condition }) => condition).join(', ');
  const sql = `SELECT ${conditions} FROM (SELECT * FROM ${source} LIMIT ${SAMPLE_ROWS})`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return items.filter((_, index) => row[index] === true).map(({ name }) => name);
}
