import { type DuckDBConnection } from '@duckdb/node-api';
import { type TableSchema } from '../../../catalog/log-tables/log-tables.js';
import { sameType, STRING, type SqlType, TIMESTAMP } from '../../../googlesql/types/types.js';
import { undecoded } from '../decoded-bytes.js';
import { fieldOf, schemaType } from '../schema-types.js';
import { duckDbType, quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { csvArguments, isCsv } from './csv/csv-dialect.js';
import { csvView } from './csv/csv-view.js';
import { assertShallow } from './deep-rows.js';
import { memberPath } from './json/unfit-values.js';
import { clearInstants, unclearTime, unclearTimes } from './sound/written-times.js';
import { unsoundJson } from './json/json-complaint.js';
import { type TableFiles } from './table-files.js';
import { FILE_NAME, tableView, type View } from './view.js';

type Files = Pick<TableFiles, 'format' | 'patterns'>;

/** A view over the files of one table. */
export async function fileView(
  connection: DuckDBConnection,
  files: Files,
  schema: TableSchema | undefined,
): Promise<View> {
  const { format } = files;
  if (schema) assertFew(schema.map(schemaType));
  const source = rowsOf(files, schema);
  const view = isCsv(format)
    ? await csvView(connection, { format, from: fromOf(files), source }, schema)
    : await otherView(connection, files, schema, source).catch(async (error: unknown) => {
        const columns = schema?.map((field) => ({ name: field.name, type: schemaType(field) })) ?? [];
        throw (await unsoundJson(connection, error, { format, paths: [], columns, required: [] })) ?? error;
      });
  assertFew(
    view.columns.map(({ type }) => type),
    view.unread.length,
  );
  if (schema || format === 'parquet') return view;
  // The types of an empty table are unknown.
  const isGuessed = view.columns.every(({ type }) => type.kind === 'STRING' || type.kind === 'JSON');
  if (!isGuessed || (await hasRows(connection, source))) return view;
  return { ...view, remarks: [...view.remarks, noRows(files)] };
}

/** Most columns, including fields of records, as in BigQuery. DuckDB's time for columns grows by the square of their number. */
const MAX_COLUMNS = 10_000;

function assertFew(types: readonly SqlType[], others = 0): void {
  const count = types.reduce((sum, type) => sum + columnsIn(type), others);
  if (count > MAX_COLUMNS)
    throw new Error(`it has ${count} columns; a table may have ${MAX_COLUMNS}, fields of records included`);
}

function columnsIn(type: SqlType): number {
  if (type.kind === 'ARRAY') return columnsIn(type.element);
  return type.kind === 'STRUCT' ? type.fields.reduce((sum, field) => sum + columnsIn(field.type), 1) : 1;
}

async function otherView(
  connection: DuckDBConnection,
  files: Files,
  schema: TableSchema | undefined,
  source: string,
): Promise<View> {
  const isText = files.format !== 'parquet';
  if (!schema && isText) await assertShallow(connection, files);
  const withFileNames = rowsOf(files, schema, `, ${FILE_NAME} = true`);
  const view = await tableView(connection, source, schema, { isText, withFileNames });
  // A text with a schema has not been read until now.
  if (schema && isText) await hasRows(connection, source);
  return schema || !isText ? view : withTimes(connection, files, view);
}

/** Reads columns as text if DuckDB has guessed the order of day and month in their dates, and as times if their texts are nothing else. */
async function withTimes(connection: DuckDBConnection, files: Files, view: View): Promise<View> {
  const member = ({ name }: View['columns'][number]) =>
    `json_extract_string(json, ${memberPath(name)}) AS ${quoteName(name)}`;
  const texts = view.columns.map(member).join(', ');
  const source = `(SELECT ${texts} FROM read_json_objects(${fromOf(files)}, ${formatOf(files)}))`;
  const unclear = await unclearTimes(connection, source, view.columns);
  const clear = await clearInstants(connection, source, view.columns);
  const remarks = [...view.remarks, ...unclear.map(unclearTime)];
  const typeOf = ({ name, type }: View['columns'][number]) =>
    unclear.includes(name) ? STRING : clear.includes(name) ? TIMESTAMP : type;
  if (view.columns.every((column) => sameType(typeOf(column), column.type))) return { ...view, remarks };
  const fields = view.columns.map((column) => fieldOf(column.name, typeOf(column)));
  const withFileNames = rowsOf(files, fields, `, ${FILE_NAME} = true`);
  const asTexts = await tableView(connection, rowsOf(files, fields), fields, { isText: true, withFileNames });
  return { ...asTexts, isGuessed: true, unread: view.unread, remarks };
}

function noRows({ format }: Files): string {
  const found = isCsv(format) ? 'there is nothing below the header' : 'there is no row';
  return `${found}, so that its columns are not known, or STRING; write their types beside it, in a .schema.json file`;
}

/** DuckDB SQL that reads the files. */
export function rowsOf(files: Files, schema?: TableSchema, more = ''): string {
  const { format } = files;
  const from = fromOf(files);
  switch (format) {
    case 'parquet':
      return `read_parquet(${from}, union_by_name = true${more})`;
    case 'ndjson':
    case 'json':
      return `read_json(${from}, ${formatOf(files)}${columnsArgument(schema)}${more})`;
    case 'csv':
    case 'tsv':
      return `read_csv(${from}, ${csvArguments(format)}, all_varchar = true${more})`;
  }
}

function formatOf({ format }: Files): string {
  return `format = '${format === 'ndjson' ? 'newline_delimited' : 'auto'}'`;
}

function fromOf({ patterns }: Files): string {
  const list = patterns.map(quoteString);
  return list.length === 1 ? (list[0] ?? '') : `[${list.join(', ')}]`;
}

/**
 * The argument for known columns. Without `records`, DuckDB looks into the first thousands of rows at each query, and into their values at
 * every depth: a row that is nested ten thousand levels deep is too much for the stack, and the process ends.
 */
function columnsArgument(schema: TableSchema | undefined): string {
  return schema ? `, records = true, columns = {${schema.map(columnType).join(', ')}}` : '';
}

function columnType(field: TableSchema[number]): string {
  return `${quoteString(field.name)}: ${quoteString(duckDbType(undecoded(schemaType(field))))}`;
}

async function hasRows(connection: DuckDBConnection, source: string): Promise<boolean> {
  return (await connection.runAndReadAll(`SELECT 1 FROM ${source} LIMIT 1`)).currentRowCount > 0;
}
