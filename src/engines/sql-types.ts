import { arrayOf, scalarOfSchema, type SqlType } from '../googlesql/types/types.js';
import { type TableField } from '../catalog/log-tables/log-tables.js';
import { type ParameterType } from './engine.js';

/** The type of a parameter in GoogleSQL. */
export function typeOfParameter({ type, array }: Omit<ParameterType, 'name'>): SqlType {
  return array ? arrayOf({ kind: type }) : { kind: type };
}

/** Types of parameters by their lower-case names. */
export function typesOfParameters(parameters: readonly ParameterType[]): ReadonlyMap<string, SqlType> {
  return new Map(parameters.map((each) => [each.name.toLowerCase(), typeOfParameter(each)]));
}

/** The GoogleSQL type of a field of a table's schema; undefined for types that `SqlType` does not have. */
export function typeOfField({ type: name, mode, fields = [] }: TableField): SqlType | undefined {
  const type = name === 'STRUCT' || name === 'RECORD' ? structOf(fields) : scalarOf(name);
  return type && mode === 'REPEATED' ? arrayOf(type) : type;
}

function scalarOf(name: string): SqlType | undefined {
  const kind = scalarOfSchema(name);
  return kind && { kind };
}

function structOf(fields: readonly TableField[]): SqlType | undefined {
  const typed = fields.map((field) => ({ name: field.name, type: typeOfField(field) }));
  if (!typed.every((field): field is { name: string; type: SqlType } => field.type !== undefined)) return undefined;
  return { kind: 'STRUCT', fields: typed };
}
