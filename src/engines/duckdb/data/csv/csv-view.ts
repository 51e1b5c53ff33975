import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../../catalog/log-tables/log-tables.js';
import { type SqlType, TIMESTAMP } from '../../../../googlesql/types/types.js';
import { storedType } from '../../column-types.js';
import { fieldOf } from '../../schema-types.js';
import { unclearTime, unclearTimes } from '../sound/unclear-times.js';
import { unsoundRows } from './csv-complaint.js';
import { csvArguments, type CsvFormat } from './csv-dialect.js';
import { columnsOf, tableView, type View } from '../view.js';

/** A view over the rows of CSV. They are read as texts, and converted to the types of the schema, or to those of all the first rows. */
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
