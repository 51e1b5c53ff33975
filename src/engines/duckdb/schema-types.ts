import { type TableField } from '../../catalog/log-tables/log-tables.js';
import { nullableArrayOf, SCALAR_KINDS, scalarOfSchema, type SqlType } from '../../googlesql/types/types.js';

export function schemaType(field: TableField): SqlType {
  const type: SqlType =
    field.type === 'RECORD' || field.type === 'STRUCT'
      ? { kind: 'STRUCT', fields: (field.fields ?? []).map((each) => ({ name: each.name, type: schemaType(each) })) }
      : { kind: scalarOf(field) };
  return field.mode === 'REPEATED' ? nullableArrayOf(type) : type;
}

/** A column as a field of a BigQuery JSON schema, with GoogleSQL's names of types. */
export function fieldOf(name: string, type: SqlType): TableField {
  if (type.kind === 'ARRAY') return { ...fieldOf(name, type.element), mode: 'REPEATED' };
  if (type.kind !== 'STRUCT') return { name, type: type.kind };
  return { name, type: 'STRUCT', fields: type.fields.map((field) => fieldOf(field.name, field.type)) };
}

/** The reason why the embedded engine lacks a type; undefined where it has it. */
export function unknownType({ name, type }: TableField): string | undefined {
  if (type === 'RECORD' || type === 'STRUCT' || scalarOfSchema(type)) return undefined;
  return `field "${name}" has type ${type}, which the embedded engine does not have; it has RECORD, ${SCALAR_KINDS.join(', ')}`;
}

function scalarOf(field: TableField) {
  const kind = scalarOfSchema(field.type);
  if (!kind) throw new Error(unknownType(field));
  return kind;
}
