import { arrayOf, scalarOfSchema, type SqlType } from '../../googlesql/types/types.js';
import { type FieldSchema } from './rest.js';
import { standardName } from './row-encoder.js';

/** The GoogleSQL type of a field of BigQuery's schema; undefined for types that `SqlType` does not have. */
export function fieldType({ type: written, mode, fields = [] }: FieldSchema): SqlType | undefined {
  const name = standardName(written);
  const type = name === 'STRUCT' ? structOf(fields) : scalarOf(name);
  return type && mode === 'REPEATED' ? arrayOf(type) : type;
}

function scalarOf(name: string): SqlType | undefined {
  const kind = scalarOfSchema(name);
  return kind && { kind };
}

function structOf(fields: readonly FieldSchema[]): SqlType | undefined {
  const typed = fields.map((field) => ({ name: field.name, type: fieldType(field) }));
  if (!typed.every((field): field is { name: string; type: SqlType } => field.type !== undefined)) return undefined;
  return { kind: 'STRUCT', fields: typed };
}
