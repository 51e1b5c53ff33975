import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';
import { STRING } from '../../../../googlesql/types/types.js';
import { fieldOf } from '../../schema-types.js';
import { unclearTime, unclearTimes } from '../sound/unclear-times.js';
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
    return { ...view, isGuessed: true, remarks: unclear.map(unclearTime) };
  } catch (error) {
    throw (await unsoundRows(connection, error, format)) ?? error;
  }
}
