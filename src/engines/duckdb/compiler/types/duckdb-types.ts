import { type ScalarKind, type SqlType } from '../../../../googlesql/types/types.js';
import { fieldKeys } from './struct-fields.js';

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

/** DuckDB's spelling. The bare NULL gets INT64, as it does in GoogleSQL when it reaches an output column. */
export function duckDbType(type: SqlType): string {
  switch (type.kind) {
    case 'ARRAY':
      return `${duckDbType(type.element)}[]`;
    case 'STRUCT': {
      const keys = fieldKeys(type.fields);
      const fields = type.fields.map((field, index) => `${quoteName(keys[index] ?? '')} ${duckDbType(field.type)}`);
      return `STRUCT(${fields.join(', ')})`;
    }
    case 'NULL':
    case 'ERROR':
      return DUCKDB_TYPES.INT64;
    default:
      return DUCKDB_TYPES[type.kind];
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
