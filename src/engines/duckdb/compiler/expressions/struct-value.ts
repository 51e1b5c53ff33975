import { columnValue, type Expression, typed } from '../expression.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { fieldKeys } from '../types/struct-fields.js';
import { type SqlType, type StructField } from '../../../../googlesql/types/types.js';
import { quoteName, quoteString } from '../types/duckdb-types.js';

type StructType = Extract<SqlType, { kind: 'STRUCT' }>;

/** The fields of a STRUCT as expressions: those that it is made of, where it is made on the spot. */
export function fieldsOf(value: Expression): readonly Expression[] {
  if (value.parts) return value.parts;
  return value.type.kind === 'STRUCT' ? value.type.fields.map((_, index) => fieldAt(value, index)) : [];
}

/** One field of a STRUCT, read from its value. */
export function fieldAt(value: Expression, index: number): Expression {
  const fields = value.type.kind === 'STRUCT' ? value.type.fields : [];
  const [field, key] = [fields[index], fieldKeys(fields)[index]];
  if (!field || key === undefined) throw new TypeError(`no field ${index}`);
  const nullableSql = `struct_extract(${value.sql}, ${quoteString(key)})`;
  const { sql } = columnValue(nullableSql, field.type);
  // The array of a record that is not there is NULL; of one that is, it is an empty one.
  return sql === nullableSql
    ? typed(nullableSql, field.type)
    : { ...typed(`CASE WHEN ${value.sql} IS NOT NULL THEN ${sql} END`, field.type), nullableSql };
}

/** A STRUCT of these values, which have the types of its fields. */
export function packed(fields: readonly StructField[], values: readonly string[]): string {
  const keys = fieldKeys(fields);
  return `struct_pack(${values.map((sql, index) => packedField(quoteName(keys[index] ?? ''), sql)).join(', ')})`;
}

/** In a query that depends on another DuckDB loses the name of a field whose value is a macro, unless there is something around it. */
function packedField(key: string, sql: string): string {
  return `${key} := ${/^(?:safe_)?bq_\w+\(/.test(sql) ? `coalesce(${sql})` : sql}`;
}

/** Made of literals alone, so that it takes other types where they do. */
export function isConstant({ literal, parts }: Expression): boolean {
  return literal !== undefined || (parts?.every(isConstant) ?? false);
}

const NAME = /^(?:(?:"(?:[^"]|"")+"|v\d+)\.)?(?:"(?:[^"]|"")+"|\w+)$/;
const FIELD = /^struct_extract\((.+), '(?:[^']|'')*'\)$/;

/** A value that may be written several times: to read it once more costs nothing and gives the same. */
export function isPlain(value: Expression): boolean {
  if (value.parts) return value.parts.every(isPlain);
  const [, inner] = FIELD.exec(value.sql) ?? [];
  if (inner !== undefined) return isPlain({ ...value, sql: inner });
  return value.literal !== undefined || value.nullableSql !== undefined || NAME.test(value.sql);
}

/**
 * SQL in which each of these values may stand several times and yet is computed once. DuckDB's lambdas do not see the
 * columns of queries around theirs, so that either all of the values are handed over or none.
 */
export function once<T extends readonly Expression[], S extends string | undefined>(
  values: T,
  use: (values: T) => S,
  mayRepeat = values.every(isPlain),
): S {
  if (mayRepeat) return use(values);
  const name = lambdaName(values.map(({ sql }) => sql).join(' '));
  const record = values.map(({ sql }, index) => packedField(`field${index}`, sql)).join(', ');
  const handed = values.map(({ type }, index) => typed(`struct_extract(${name}, 'field${index}')`, type));
  const made = use(handed as unknown as T);
  return made === undefined
    ? made
    : (`list_transform(${fallibleList(`[struct_pack(${record})]`)}, lambda ${name}: ${made})[1]` as S);
}

/** A name for the parameter of a lambda over this SQL that stands for nothing in it. */
export function lambdaName(sql: string): string {
  const taken = new Set(sql.match(/\bv\d+\b/g));
  let count = 0;
  while (taken.has(`v${count}`)) count += 1;
  return `v${count}`;
}

/** SQL of a list whose elements are made from those of an array, if they can be. */
export function eachElement<S extends string | undefined>(array: Expression, make: (element: Expression) => S): S {
  const element: SqlType = array.type.kind === 'ARRAY' ? array.type.element : array.type;
  const name = lambdaName(array.sql);
  const made = make(typed(name, element));
  return made === undefined ? made : (`list_transform(${fallibleList(array.sql)}, lambda ${name}: ${made})` as S);
}

/** A STRUCT whose fields are made from those of another one; NULL stays NULL. Undefined where one cannot be made. */
export function eachField(
  value: Expression,
  fields: readonly StructField[],
  make: (field: Expression, type: SqlType) => string | undefined,
): string | undefined {
  const struct = (each: Expression) => {
    const made = fieldsOf(each).flatMap((field, index) => {
      const type = fields[index]?.type;
      return (type && make(field, type)) ?? [];
    });
    return made.length === fields.length ? packed(fields, made) : undefined;
  };
  if (value.type.kind !== 'STRUCT' || value.type.fields.length !== fields.length) return undefined;
  if (value.parts) return struct(value);
  return once([value] as const, ([each]) => {
    const sql = struct(each);
    return sql && `CASE WHEN ${each.sql} IS NOT NULL THEN ${sql} END`;
  });
}

export function isStruct(type: SqlType): type is StructType {
  return type.kind === 'STRUCT';
}
