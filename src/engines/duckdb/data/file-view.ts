import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { schemaType } from '../column-types.js';
import { duckDbType, quoteString } from '../compiler/types/duckdb-types.js';
import { type TableFiles } from './table-files.js';
import { tableView, type View } from './view.js';

type Files = Pick<TableFiles, 'format' | 'patterns'>;

/** A view over the files of one table. */
export async function fileView(
  connection: DuckDBConnection,
  files: Files,
  schema: TableSchema | undefined,
): Promise<View> {
  const source = rowsOf(files, schema);
  const view = await tableView(connection, source, schema, { isText: files.format !== 'parquet' });
  if (schema || files.format === 'parquet') return view;
  // Of what has no rows, nobody can tell the types.
  const isGuessed = view.columns.every(({ type }) => type.kind === 'STRING' || type.kind === 'JSON');
  if (!isGuessed || (await hasRows(connection, source))) return view;
  return { ...view, remarks: [...view.remarks, noRows(files)] };
}

function noRows({ format }: Files): string {
  const found = format === 'csv' || format === 'tsv' ? 'there is nothing below the header' : 'there is no row';
  return `${found}, so that its columns are not known, or STRING; write their types beside it, in a .schema.json file`;
}

/** DuckDB SQL that reads the files. */
function rowsOf({ format, patterns }: Files, schema: TableSchema | undefined): string {
  const list = patterns.map(quoteString);
  const from = list.length === 1 ? (list[0] ?? '') : `[${list.join(', ')}]`;
  switch (format) {
    case 'parquet':
      return `read_parquet(${from}, union_by_name = true)`;
    case 'ndjson':
      return `read_json(${from}, format = 'newline_delimited'${columnsArgument(schema)})`;
    case 'json':
      return `read_json(${from}, format = 'auto'${columnsArgument(schema)})`;
    case 'csv':
      // As text first where the types are known, since a sniffed type may be another one.
      return `read_csv(${from}, header = true${schema ? ', all_varchar = true' : ''})`;
    case 'tsv':
      return `read_csv(${from}, header = true, delim = '\t'${schema ? ', all_varchar = true' : ''})`;
  }
}

function columnsArgument(schema: TableSchema | undefined): string {
  return schema ? `, columns = {${schema.map(columnType).join(', ')}}` : '';
}

function columnType(field: TableSchema[number]): string {
  return `${quoteString(field.name)}: ${quoteString(duckDbType(schemaType(field)))}`;
}

async function hasRows(connection: DuckDBConnection, source: string): Promise<boolean> {
  return (await connection.runAndReadAll(`SELECT 1 FROM ${source} LIMIT 1`)).currentRowCount > 0;
}
