import { columnValue, type Expression, typed } from '../expression.js';
import { copied, fieldArray } from '../records/held-record.js';
import { bound, eachOf } from '../sandbox/fallible-list.js';
import { quoteName } from '../types/duckdb-types.js';
import { fieldKeys } from '../types/struct-fields.js';
import { elementOf, singleOf, type SqlType, type StructField } from '../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, fieldSql, lambdaSql, nameSql, wordSql } from '../sql-tree/sql.js';
import { beginsWithMacro, namesIn } from '../sql-tree/folds.js';

type StructType = Extract<SqlType, { kind: 'STRUCT' }>;

/** The fields of a STRUCT as expressions: its parts, if it is made on the spot. */
export function fieldsOf(value: Expression): readonly Expression[] {
  if (value.parts) return value.parts;
  return value.type.kind === 'STRUCT' ? value.type.fields.map((_, index) => fieldAt(value, index)) : [];
}

/** One field of a STRUCT, read from its value. */
export function fieldAt(value: Expression, index: number): Expression {
  const fields = value.type.kind === 'STRUCT' ? value.type.fields : [];
  const [field, key] = [fields[index], fieldKeys(fields)[index]];
  if (!field || key === undefined) throw new TypeError(`no field ${index}`);
  const { held } = value;
  const fieldOfIt = fieldSql(held?.sql ?? value.sql, key, field.type);
  const single = singleOf(field.type);
  const isArray = field.type.kind === 'ARRAY' && field.type.nullable;
  const around = held || !isArray ? held?.presence : SQL`CASE WHEN ${value.sql} IS NOT NULL THEN true END`;
  if (field.type.kind === 'ARRAY' && single)
    return fieldArray(fieldOfIt, field.type.element, single, { around, isShared: held?.isShared });
  const nullableSql = copied(fieldOfIt, { isShared: held?.isShared });
  const { sql } = columnValue(nullableSql, field.type);
  if (sql === nullableSql) return typed(nullableSql, field.type);
  // The array of a missing record is NULL; that of an existing one is empty.
  return { ...typed(around ? SQL`CASE WHEN ${around} THEN ${sql} END` : sql, field.type), nullableSql };
}

/** A STRUCT of these values, which have the types of its fields. */
export function packed(fields: readonly StructField[], values: readonly Sql[]): Sql {
  const keys = fieldKeys(fields);
  return SQL`struct_pack(${joinSql(values.map((sql, index) => packedField(nameSql(keys[index] ?? ''), sql)))})`;
}

/**
 * A field with its name. In a query that depends on another DuckDB loses the name of a field whose value is a macro, unless there is
 * something around it.
 */
function packedField(key: Sql, sql: Sql): Sql {
  return SQL`${key} := ${beginsWithMacro(sql) ? SQL`coalesce(${sql})` : sql}`;
}

const PLAIN: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['column', 'lambda', 'name', 'word']);

/** Whether a value may be written several times: to read it once more costs nothing and gives the same. */
export function isPlain(value: Expression): boolean {
  if (value.parts) return value.parts.every(isPlain);
  const isColumn = [value.nullableSql, value.record, value.held].some((form) => form !== undefined);
  return value.literal !== undefined || isColumn || isPlainSql(value.sql);
}

/** Whether SQL is a column, the parameter of a lambda, a word, or a field of one. */
function isPlainSql({ kind, children: [inner] }: Sql): boolean {
  if (kind === 'field' || kind === 'record') return inner !== undefined && isPlainSql(inner);
  return PLAIN.has(kind);
}

/**
 * SQL in which each of these values may stand several times and yet is computed once. DuckDB's lambdas do not see the columns of queries
 * around theirs, so that either all of the values are handed over or none.
 */
export function once<T extends readonly Expression[], S extends Sql | undefined>(
  values: T,
  use: (values: T) => S,
  mayRepeat = values.every(isPlain),
): S {
  if (mayRepeat) return use(values);
  const name = lambdaName(
    joinSql(
      values.map(({ sql }) => sql),
      ' ',
    ),
  );
  const record = joinSql(values.map(({ sql }, index) => packedField(wordSql(`field${index}`), sql)));
  const handed = values.map(({ type }, index) => typed(fieldSql(name, `field${index}`, type), type));
  const made = use(handed as unknown as T);
  return made === undefined ? made : (bound(SQL`struct_pack(${record})`, name, made) as S);
}

/** A name for a lambda's parameter that this SQL does not use. */
export function lambdaName(sql: Sql): Sql {
  const taken = namesIn(sql);
  const isTaken = (name: string) => [name, quoteName(name), `.${quoteName(name)}`].some((each) => taken.has(each));
  let count = 0;
  while (isTaken(`v${count}`)) count += 1;
  return lambdaSql(`v${count}`);
}

/** SQL of a list whose elements are made from those of an array, if they can be. */
export function eachElement<S extends Sql | undefined>(array: Expression, make: (element: Expression) => S): S {
  const name = lambdaName(array.sql);
  const made = make(typed(name, elementOf(array.type)));
  return made === undefined ? made : (eachOf(array.sql, name, made) as S);
}

/** A STRUCT whose fields are made from those of another one; NULL stays NULL. Undefined where one cannot be made. */
export function eachField(
  value: Expression,
  fields: readonly StructField[],
  make: (field: Expression, type: SqlType) => Sql | undefined,
): Sql | undefined {
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
    return sql && SQL`CASE WHEN ${each.sql} IS NOT NULL THEN ${sql} END`;
  });
}

export function isStruct(type: SqlType): type is StructType {
  return type.kind === 'STRUCT';
}
