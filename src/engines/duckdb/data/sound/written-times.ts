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

/** A column of a guessed type. */
interface Column {
  readonly name: string;
  readonly type: SqlType;
}

/**
 * Columns whose dates or times leave open which number is the day.
 *
 * @param texts DuckDB's SQL for FROM, with the columns as they are written
 */
export function unclearTimes(
  connection: DuckDBConnection,
  texts: string,
  columns: readonly Column[],
): Promise<readonly string[]> {
  const conditions = columns.flatMap(({ name, type: { kind } }): [string, string][] => {
    if (kind === 'STRING') return [[name, allAre(name, UNCLEAR_DATE)]];
    return kind === 'DATE' || kind === 'TIMESTAMP' ? [[name, `NOT ${allAre(name, CLEAR_TIME)}`]] : [];
  });
  return fulfilled(connection, texts, conditions);
}

/**
 * Columns of instants that were taken for text: DuckDB wants all of a column in JSON to be written alike, with fractions
 * or without. A conversion costs much to plan, so that columns without such a text are left out before.
 *
 * @param texts DuckDB's SQL for FROM, with the columns as they are written
 */
export async function clearInstants(
  connection: DuckDBConnection,
  texts: string,
  columns: readonly Column[],
): Promise<readonly string[]> {
  const names = columns.flatMap(({ name, type }) => (type.kind === 'STRING' ? [name] : []));
  const matches = names.map((name): [string, string] => [name, allAre(name, CLEAR_INSTANT)]);
  const matching = await fulfilled(connection, texts, matches);
  const converts = matching.map((name): [string, string] => {
    const text = quoteName(name);
    return [name, `NOT bool_or(${text} IS NOT NULL AND TRY_CAST(${text} AS TIMESTAMPTZ) IS NULL)`];
  });
  return fulfilled(connection, texts, converts);
}

/** Names of columns whose condition is true of the first rows. */
async function fulfilled(
  connection: DuckDBConnection,
  texts: string,
  conditions: readonly (readonly [name: string, condition: string])[],
): Promise<readonly string[]> {
  if (conditions.length === 0) return [];
  const items = conditions.map(([, condition]) => condition).join(', ');
  const sql = `SELECT ${items} FROM (SELECT * FROM ${texts} LIMIT ${SAMPLE_ROWS})`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return conditions.flatMap(([name], index) => (row[index] === true ? [name] : []));
}

function allAre(column: string, pattern: string): string {
  return `bool_and(regexp_full_match(${quoteName(column)}, '${pattern}'))`;
}

/** The message about such a column. */
export function unclearTime(column: string): string {
  return (
    `column "${column}" has dates or times that can be read in several ways, such as 01/02/2026, and is STRING; ` +
    'write them as 2026-02-01, or take them apart by PARSE_DATE'
  );
}
