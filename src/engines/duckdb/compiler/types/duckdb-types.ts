import { type ScalarKind, type Single, type SqlType, type StructField } from '../../../../googlesql/types/types.js';
import { fieldKeys, presenceKey } from './struct-fields.js';

/** Each scalar type and the DuckDB type that holds it. Every compiled expression has exactly the type given here. */
export const DUCKDB_TYPES = {
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38,9)',
  BOOL: 'BOOLEAN',
  DATE: 'DATE',
  TIME: 'TIME',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP WITH TIME ZONE',
  JSON: 'JSON',
} as const satisfies Readonly<Record<ScalarKind, string>>;

/** DuckDB's spelling of the type that holds it. The bare NULL gets INT64, as it does in GoogleSQL when it reaches an output column. */
export function duckDbType(type: SqlType): string {
  switch (type.kind) {
    case 'ARRAY':
      return type.single ? heldStruct(type.element, type.single) : `${duckDbType(type.element)}[]`;
    case 'STRUCT':
      return structOf(type.fields);
    case 'NULL':
    case 'ERROR':
      return DUCKDB_TYPES.INT64;
    default:
      return DUCKDB_TYPES[type.kind];
  }
}

function structOf(fields: readonly StructField[], ...others: readonly string[]): string {
  const keys = fieldKeys(fields);
  const own = fields.map((field, index) => `${quoteName(keys[index] ?? '')} ${duckDbType(field.type)}`);
  return `STRUCT(${[...own, ...others].join(', ')})`;
}

/** The record that stands for an array. */
function heldStruct(element: SqlType, single: Single): string {
  const fields = element.kind === 'STRUCT' ? element.fields : [];
  return single === 'always' ? structOf(fields) : structOf(fields, `${quoteName(presenceKey(fields))} BOOLEAN`);
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
