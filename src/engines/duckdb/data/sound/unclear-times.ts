import { type DuckDBConnection } from '@duckdb/node-api';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { quoteName } from '../../compiler/types/duckdb-types.js';

/** Number of rows that are checked, the same as in DuckDB's sample for guessing types. */
const SAMPLE_ROWS = 20_480;

/** A time with one meaning: its year is in front, in four digits. */
const CLEAR_TIME = String.raw`\s*\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ].*)?`;

/** A date in texts that DuckDB takes for no time, since either of its first numbers may be the month. */
const UNCLEAR_DATE = String.raw`\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[T ].*)?`;

/**
 * The columns of a guessed type whose dates or times leave open which number is the day.
 *
 * @param texts DuckDB's SQL for FROM, with the columns as they are written
 */
export async function unclearTimes(
  connection: DuckDBConnection,
  texts: string,
  columns: readonly { readonly name: string; readonly type: SqlType }[],
): Promise<readonly string[]> {
  const items = columns.flatMap(({ name, type: { kind } }) => {
    const is = (pattern: string) => `bool_and(regexp_full_match(${quoteName(name)}, '${pattern}'))`;
    if (kind === 'STRING') return { name, condition: is(UNCLEAR_DATE) };
    return kind === 'DATE' || kind === 'TIMESTAMP' ? { name, condition: `NOT ${is(CLEAR_TIME)}` } : [];
  });
  if (items.length === 0) return [];
  const conditions = items.map(({ condition }) => condition).join(', ');
  const sql = `SELECT ${conditions} FROM (SELECT * FROM ${texts} LIMIT ${SAMPLE_ROWS})`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return items.filter((_, index) => row[index] === true).map(({ name }) => name);
}

/** The message about such a column. */
export function unclearTime(column: string): string {
  return (
    `column "${column}" has dates or times that can be read in several ways, such as 01/02/2026, and is STRING; ` +
    'write them as 2026-02-01, or take them apart by PARSE_DATE'
  );
}
