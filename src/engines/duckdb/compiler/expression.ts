import { temporalLiteral } from './literals/time-literal.js';
import { numericOfDigits } from './types/numeric-digits.js';
import { arrayAs, commonArray, commonStruct, structAs } from './types/nested-conversion.js';
import {
  INT64,
  isNumeric,
  isTime,
  sameForm,
  singleArrayOf,
  type SqlType,
  sameType,
  withoutNull,
} from '../../../googlesql/types/types.js';
import { arrayOfRecord, copied, type Held, heldRecord } from './records/held-record.js';
import { SQL, type Sql, typeSql, wordSql } from './sql-tree/sql.js';

/** A compiled expression: DuckDB SQL and its GoogleSQL type. */
export interface Expression {
  readonly sql: Sql;
  readonly type: SqlType;
  /** Value of a literal. GoogleSQL lets literals take types that an expression of their own type may not. */
  readonly literal?: string | bigint | number | null;
  /** Whether it is a parameter: in place of a date or a time, one of STRING is read as that, as a literal would be. */
  readonly isParameter?: boolean;
  /** Types that the text of a parameter has been read as; the compilation of a query looks at it in the end. */
  readonly readAs?: Set<SqlType['kind']>;
  /** FLOAT64 literal as it is written: as a NUMERIC it is just that, not the double next to it. */
  readonly digits?: string;
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
  /** Parts of a STRUCT that is made on the spot, or of an array of literals: it takes other types where its parts do. */
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

const NUMERIC_RANK = ['INT64', 'NUMERIC', 'FLOAT64'];

/**
 * The SQL of an expression as another type, where GoogleSQL converts implicitly; undefined where it does not. (Conversion rules,
 * "Coercion": numbers widen; a DATE is a DATETIME; a string literal may stand for a date or time, a FLOAT64 literal for a NUMERIC; NULL may
 * be anything.)
 */
export function coerce(expression: Expression, to: SqlType): Sql | undefined {
  const { sql, type, literal } = expression;
  if (type.kind === 'NULL') return SQL`CAST(NULL AS ${typeSql(to)})`;
  if (type.kind === 'ERROR') return SQL`CAST(${sql} AS ${typeSql(to)})`;
  if (sameType(type, to) && sameForm(type, to)) return sql;
  if (isNumeric(type) && isNumeric(to)) {
    if (expression.digits !== undefined && to.kind === 'NUMERIC') return numericOfDigits(expression.digits);
    if (typeof literal === 'bigint' && literal >= 0n && to.kind === 'FLOAT64') return wordSql(`${literal}e0`);
    const widens = NUMERIC_RANK.indexOf(to.kind) > NUMERIC_RANK.indexOf(type.kind);
    if (type.kind === 'NUMERIC' && to.kind === 'FLOAT64') return SQL`bq_numeric_to_float(${sql})`;
    return widens ? SQL`CAST(${sql} AS ${typeSql(to)})` : undefined;
  }
  if (type.kind === 'STRING' && typeof literal === 'string') return temporalLiteral(literal, to);
  if (isTextParameter(expression)) {
    if (!isTime(to)) return undefined;
    expression.readAs?.add(to.kind);
    return SQL`${wordSql(`bq_text_to_${to.kind.toLowerCase()}`)}(${sql})`;
  }
  if (type.kind === 'DATE' && to.kind === 'DATETIME') return SQL`CAST(${sql} AS ${typeSql(to)})`;
  if (type.kind === 'ARRAY' && to.kind === 'ARRAY' && type.element.kind === 'NULL') {
    return SQL`CAST(${sql} AS ${typeSql(to)})`;
  }
  return structAs(expression, to) ?? arrayAs(expression, to);
}

/** Whether an expression is read as a date or a time where one is wanted, although its text is known only when the query runs. */
export function isTextParameter({ type, isParameter }: Expression): boolean {
  return isParameter === true && type.kind === 'STRING';
}

/** The type that all of these can take (GoogleSQL's supertype), as CASE, COALESCE, arrays and UNION need it. */
export function commonType(expressions: readonly Expression[]): SqlType | undefined {
  const known = expressions.filter((expression) => !['NULL', 'ERROR'].includes(expression.type.kind));
  const [first] = known;
  if (!first) return INT64;
  if (known.every(({ type }) => sameType(type, first.type) && sameForm(type, first.type))) {
    return withoutNull(first.type);
  }
  if (first.type.kind === 'STRUCT' || first.type.kind === 'ARRAY') {
    const type = first.type.kind === 'STRUCT' ? commonStruct(known) : commonArray(known);
    return type && known.every((expression) => coerce(expression, type) !== undefined) ? type : undefined;
  }
  // Literals go by the types of the others.
  const yields = (each: Expression) => each.literal !== undefined || isTextParameter(each);
  const literals = known.filter(yields);
  const others = known.filter((each) => !yields(each));
  // One type of each kind is enough: records and arrays, the kinds with many types, do not go together with the first one anyway.
  const candidates = new Map([...others, ...literals].map(({ type }) => [type.kind, withoutNull(type)]));
  return [...candidates.values()].find((type) => known.every((expression) => coerce(expression, type) !== undefined));
}
