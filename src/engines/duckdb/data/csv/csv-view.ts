import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';
import { quote } from '../../../../errors/excerpt.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { fieldOf } from '../../schema-types.js';
import { unclearTime, unclearTimes } from '../sound/written-times.js';
import { unsoundRows } from './csv-complaint.js';
import { csvArguments, type CsvFormat } from './csv-dialect.js';
import { tableView, type View } from '../view.js';

/** A view over the rows of CSV. They are read as texts, and converted to the types of the schema, or to those of all the first rows. */
export async function csvView(
  connection: DuckDBConnection,
  { format, from, source }: { readonly format: CsvFormat; readonly from: string; readonly source: string },
  schema: TableSchema | undefined,
): Promise<View> {
  try {
    if (schema) return await tableView(connection, source, schema, { isText: true });
    const guessing = `read_csv(${from}, ${csvArguments(format)}, dateformat = '%Y-%m-%d')`;
    const { columns } = await tableView(connection, guessing, undefined, { isText: true });
    const unclear = await unclearTimes(connection, source, columns);
    const fields = columns.map(({ name, type }) => fieldOf(name, unclear.includes(name) ? STRING : type));
    const view = await tableView(connection, source, fields, { isText: true });
    const renamed = await renamedColumns(connection, { format, from }, columns);
    return { ...view, isGuessed: true, remarks: [...renamed, ...unclear.map(unclearTime)] };
  } catch (error) {
    throw (await unsoundRows(connection, error, format)) ?? error;
  }
}

/** Remarks on columns that DuckDB has given a name with a number, since the header has none for them, or one that is taken. */
async function renamedColumns(
  connection: DuckDBConnection,
  { format, from }: { readonly format: CsvFormat; readonly from: string },
  columns: View['columns'],
): Promise<readonly string[]> {
  if (!columns.some(({ name }) => /\d$/.test(name))) return [];
  const sql = `SELECT * FROM read_csv(${from}, ${csvArguments(format, false)}, all_varchar = true) LIMIT 1`;
  const [header] = (await connection.runAndReadAll(sql)).getRows();
  if (!header) return [];
  return columns.flatMap(({ name }, index) => {
    const written = String(header[index] ?? '').trim();
    if (written === name) return [];
    const found = written === '' ? 'has no name' : `is ${quote(written)} like another one`;
    return `column ${index + 1} of the header ${found}, and is read as ${quote(name)}; give each a name of its own`;
  });
}
