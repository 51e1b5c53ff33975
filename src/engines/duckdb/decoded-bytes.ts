import { type SqlType } from '../../googlesql/types/types.js';
import { quoteName } from './compiler/types/duckdb-types.js';

/** DuckDB's SQL for a value with its BYTES decoded at any depth, which JSON and CSV have as base64. */
export function decoded(sql: string, type: SqlType): string {
  if (type.kind === 'BYTES') return `from_base64(${sql})`;
  if (!hasBytes(type)) return sql;
  if (type.kind === 'ARRAY') return `list_transform(${sql}, lambda item: ${decoded('item', type.element)})`;
  const fields = type.kind === 'STRUCT' ? type.fields : [];
  const parts = fields.map((field) => {
    const name = quoteName(field.name);
    return `${name} := ${decoded(`(${sql}).${name}`, field.type)}`;
  });
  return `CASE WHEN ${sql} IS NOT NULL THEN struct_pack(${parts.join(', ')}) END`;
}

/** The type of the value before it is decoded. */
export function undecoded(type: SqlType): SqlType {
  switch (type.kind) {
    case 'BYTES':
      return { kind: 'STRING' };
    case 'ARRAY':
      return { ...type, element: undecoded(type.element) };
    case 'STRUCT':
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: undecoded(field.type) })) };
    default:
      return type;
  }
}

export function hasBytes(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasBytes(type.element);
  return type.kind === 'STRUCT' ? type.fields.some((field) => hasBytes(field.type)) : type.kind === 'BYTES';
}
