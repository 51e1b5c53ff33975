import { type DuckDBConnection } from '@duckdb/node-api';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { quoteName } from '../../compiler/types/duckdb-types.js';

/** Number of rows that are checked, the same as in DuckDB's sample for guessing types. */
const SAMPLE_ROWS = 20_480;

/** A time with one meaning: its year is in front, in four digits. */
const CLEAR_TIME = String.raw`\s*\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ].*)?`;

/** An instant with one meaning, in a way that DuckDB's readers of JSON and CSV take for one where a column is said to have them. */
const CLEAR_INSTANT = String.raw`\d{4}-\d{1,2}-\d{1,2}[T ]\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?:Z| UTC|[+-]\d{2}(?::?\d{2})?)?`;

/** A date in texts that DuckDB takes for no time, since either of its first numbers may be the month. */
const UNCLEAR_DATE = String.raw`\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[T ].*)?`;

/** Columns of a guessed type, by what their texts are. */
interface Times {
  /** Dates or times that leave open which number is the day. */
  readonly unclear: readonly string[];
  /** Instants that were taken for text: DuckDB wants all of a column in JSON to be written alike, with fractions or without. */
  readonly clear: readonly string[];
}

/** @param texts DuckDB's SQL for FROM, with the columns as they are written */
export async function writtenTimes(
  connection: DuckDBConnection,
  texts: string,
  columns: readonly { readonly name: string; readonly type: SqlType }[],
): Promise<Times> {
  const items = columns.flatMap(({ name, type: { kind } }) => {
    const text = quoteName(name);
    const is = (pattern: string) => `bool_and(regexp_full_match(${text}, '${pattern}'))`;
    const fails = `bool_or(${text} IS NOT NULL AND TRY_CAST(${text} AS TIMESTAMPTZ) IS NULL)`;
    if (kind === 'STRING') return { name, unclear: is(UNCLEAR_DATE), clear: `${is(CLEAR_INSTANT)} AND NOT ${fails}` };
    return kind === 'DATE' || kind === 'TIMESTAMP' ? { name, unclear: `NOT ${is(CLEAR_TIME)}`, clear: 'false' } : [];
  });
  if (items.length === 0) return { unclear: [], clear: [] };
  const conditions = items.map(({ unclear, clear }) => `${unclear}, ${clear}`).join(', ');
  const sql = `SELECT ${conditions} FROM (SELECT * FROM ${texts} LIMIT ${SAMPLE_ROWS})`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  const names = (at: 0 | 1) => items.filter((_, index) => row[2 * index + at] === true).map(({ name }) => name);
  return { unclear: names(0), clear: names(1) };
}

/** The message about such a column. */
export function unclearTime(column: string): string {
  return (
    `column "${column}" has dates or times that can be read in several ways, such as 01/02/2026, and is STRING; ` +
    'write them as 2026-02-01, or take them apart by PARSE_DATE'
  );
}
