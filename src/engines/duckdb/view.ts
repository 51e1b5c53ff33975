import { type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type TableSchema } from '../../catalog/log-tables/log-tables.js';
import { isCanonical, schemaType, sqlTypeOf } from './column-types.js';
import { sameType, type SqlType, TIMESTAMP } from '../../googlesql/types/types.js';
import { duckDbType, quoteName, quoteString } from './compiler/types/duckdb-types.js';
import { type TableFiles } from './table-files.js';

/** A SELECT over the operator's data whose columns have the types that the compiler expects. */
export interface View {
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  /** Values are converted to the columns' types as they are read, which fails for values that do not fit. */
  readonly isConverted: boolean;
}

interface SourceColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/** A view over files. Fields of the schema that the files lack are NULL; without a schema it is inferred. */
export async function fileView(
  connection: DuckDBConnection,
  files: TableFiles,
  schema: TableSchema | undefined,
): Promise<View> {
  const pattern = quoteString(files.pattern);
  switch (files.format) {
    case 'parquet':
      return tableView(connection, `read_parquet(${pattern}, union_by_name = true)`, schema);
    case 'ndjson': {
      const columns = schema && `, columns = {${schema.map(columnType).join(', ')}}`;
      return tableView(connection, `read_json(${pattern}, format = 'newline_delimited'${columns ?? ''})`, schema, true);
    }
    case 'csv':
      // As text first where the types are known, since a sniffed type may be another one.
      return tableView(
        connection,
        `read_csv(${pattern}, header = true${schema ? ', all_varchar = true' : ''})`,
        schema,
        true,
      );
  }
}

function columnType(field: TableSchema[number]): string {
  return `${quoteString(field.name)}: ${quoteString(duckDbType(schemaType(field)))}`;
}

/** A view over anything that can stand in FROM. */
export async function tableView(
  connection: DuckDBConnection,
  source: string,
  schema: TableSchema | undefined,
  isText = false,
): Promise<View> {
  const given = await columnsOf(connection, source);
  const wanted = schema?.map((field) => ({ name: field.name, type: schemaType(field) })) ?? inferred(given, isText);
  let isConverted = isText;
  const items = wanted.map(({ name, type }) => {
    const column = given.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const item = column ? converted(column, type) : `CAST(NULL AS ${duckDbType(type)})`;
    if (column && item !== quoteName(column.name)) isConverted = true;
    return `${item} AS ${quoteName(name)}`;
  });
  return { sql: `SELECT ${items.join(', ')} FROM ${source}`, columns: wanted, isConverted };
}

export function emptyView(schema: TableSchema): View {
  const columns = schema.map((field) => ({ name: field.name, type: schemaType(field) }));
  const items = columns.map(({ name, type }) => `CAST(NULL AS ${duckDbType(type)}) AS ${quoteName(name)}`);
  return { sql: `SELECT ${items.join(', ')} WHERE false`, columns, isConverted: false };
}

/**
 * Columns of types that GoogleSQL does not have cannot be named. A time that was found in text is an instant: DuckDB has
 * brought it to UTC and dropped the zone that was written with it.
 */
function inferred(given: readonly SourceColumn[], isText: boolean): View['columns'] {
  return given.flatMap(({ name, type }) => {
    const known = sqlTypeOf(type);
    if (isText && known?.kind === 'DATETIME') return [{ name, type: TIMESTAMP }];
    return known ? [{ name, type: known }] : [];
  });
}

function converted(column: SourceColumn, type: SqlType): string {
  const name = quoteName(column.name);
  const own = sqlTypeOf(column.type);
  if (own && sameType(own, type) && isCanonical(column.type)) return name;
  // A time without a zone is UTC. CAST would ask ICU's calendar for every row.
  if (type.kind === 'TIMESTAMP' && own?.kind === 'DATETIME') return `make_timestamptz(epoch_us(${name}))`;
  const nested = type.kind === 'ARRAY' || type.kind === 'STRUCT';
  if (nested && column.type.typeId === DuckDBTypeId.VARCHAR)
    return `CAST(CAST(${name} AS JSON) AS ${duckDbType(type)})`;
  return `CAST(${name} AS ${duckDbType(type)})`;
}

async function columnsOf(connection: DuckDBConnection, source: string): Promise<SourceColumn[]> {
  const result = await connection.run(`SELECT * FROM ${source} LIMIT 0`);
  return result.columnNames().map((name, index) => ({ name, type: result.columnType(index) }));
}
