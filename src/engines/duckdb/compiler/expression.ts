import { isCoercible, isConstant, type TypedValue } from '../../../googlesql/types/coercion.js';
import {
  sameForm,
  sameType,
  singleArrayOf,
  type SqlType,
  typeName,
  withoutNull,
} from '../../../googlesql/types/types.js';
import { eachElement, eachField } from './expressions/struct-value.js';
import { temporalLiteral } from './literals/time-literal.js';
import { arrayOfRecord, copied, type Held, heldRecord } from './records/held-record.js';
import { joinSql, NOTHING, SQL, type Sql, typeSql, wordSql } from './sql-tree/sql.js';
import { numericOfDigits } from './types/decimal.js';

/** A compiled expression: DuckDB SQL and its GoogleSQL type. */
export interface Expression extends TypedValue {
  readonly sql: Sql;
  /** Types that the text of a parameter has been read as; the compilation of a query looks at it in the end. */
  readonly readAs?: Set<SqlType['kind']>;
  /**
   * Same array in its nullable form, which has NULL where `sql` has an empty array: for uses that treat both alike. It is read faster, and
   * DuckDB sees the table behind it.
   */
  readonly nullableSql?: Sql;
  /** STRUCT that a table holds in place of an array: its fields are read from there. */
  readonly held?: Held | undefined;
  /** Element of an array that has one at most; NULL where it has none. */
  readonly record?: Expression | undefined;
  /** Length of such an array, where that may be NULL. */
  readonly length?: Sql | undefined;
  readonly parts?: readonly Expression[];
}

export function typed(sql: Sql, type: SqlType): Expression {
  return { sql, type: withoutNull(type) };
}

/** A column as an expression. An array that a table holds is empty where DuckDB has NULL. */
export function columnValue(sql: Sql, type: SqlType, isShared = false): Expression {
  if (type.kind !== 'ARRAY' || !type.nullable) return { sql, type };
  if (type.single) return arrayOfRecord(heldRecord(sql, type.element, type.single, { isShared }));
  return { sql: SQL`coalesce(${sql}, [])`, type, nullableSql: sql };
}

/** The type of the column for an expression, in the form in which a table would hold it where it can. */
export function columnType({ type, nullableSql, record, length }: Expression): SqlType {
  if (record?.held && length === undefined) return singleArrayOf(record.type, record.held.single);
  return nullableSql === undefined ? withoutNull(type) : type;
}

/** The expression in the form of a column of this type. */
export function columnForm({ sql, nullableSql, record }: Expression, type: SqlType): Sql {
  if (type.kind !== 'ARRAY' || !type.nullable) return sql;
  if (!type.single) return nullableSql ?? sql;
  return record?.held ? copied(record.held.sql, record.held) : sql;
}

/**
 * The SQL of an expression as a type that GoogleSQL converts it to by itself.
 *
 * @throws TypeError for any other type, which the resolver has refused
 */
export function coercedTo(expression: Expression, to: SqlType): Sql {
  const sql = coerce(expression, to);
  if (sql === undefined) throw new TypeError(`a ${typeName(expression.type)} is no ${typeName(to)}`);
  return sql;
}

/** The SQL of an expression as another type, where GoogleSQL converts it by itself; undefined where it does not. */
export function coerce(expression: Expression, to: SqlType): Sql | undefined {
  return isCoercible(expression, to) ? coerced(expression, to) : undefined;
}

function coerced(expression: Expression, to: SqlType): Sql {
  const { sql, type, literal, digits } = expression;
  if (type.kind === 'NULL') return SQL`CAST(NULL AS ${typeSql(to)})`;
  if (sameType(type, to) && sameForm(type, to)) return sql;
  if (digits !== undefined && to.kind === 'NUMERIC') return numericOfDigits(digits);
  if (typeof literal === 'bigint' && literal >= 0n && to.kind === 'FLOAT64') return wordSql(`${literal}e0`);
  if (type.kind === 'NUMERIC') return SQL`bq_numeric_to_float(${sql})`;
  if (type.kind === 'STRING') return coercedText(expression, to);
  return coercedParts(expression, to) ?? SQL`CAST(${sql} AS ${typeSql(to)})`;
}

/** A text in place of a date or a time. */
function coercedText({ sql, literal, readAs }: Expression, to: SqlType): Sql {
  if (typeof literal === 'string') return temporalLiteral(literal, to) ?? NOTHING;
  readAs?.add(to.kind);
  return SQL`${wordSql(`bq_text_to_${to.kind.toLowerCase()}`)}(${sql})`;
}

/**
 * A STRUCT field by field, an array by its elements. A STRUCT that is made on the spot is made of the converted fields at once, so that its
 * literals take those types; so is an array of literals.
 */
function coercedParts(value: Expression, to: SqlType): Sql | undefined {
  if (to.kind === 'STRUCT') return eachField(value, to.fields, coerced);
  if (to.kind !== 'ARRAY' || value.type.kind !== 'ARRAY' || value.type.element.kind === 'NULL') return undefined;
  const { element } = to;
  if (value.parts && isConstant(value)) return SQL`[${joinSql(value.parts.map((part) => coerced(part, element)))}]`;
  return eachElement(value, (each) => coerced(each, element));
}
