import { temporalLiteral } from './literals/time-literal.js';
import { numericOfDigits } from './types/numeric-digits.js';
import { arrayAs, commonArray, commonStruct, structAs } from './types/nested-conversion.js';
import {
  INT64,
  isNumeric,
  sameNullability,
  type SqlType,
  sameType,
  withoutNull,
} from '../../../googlesql/types/types.js';
import { duckDbType } from './types/duckdb-types.js';

/** A compiled expression: DuckDB SQL and the GoogleSQL type that it has. */
export interface Expression {
  readonly sql: string;
  readonly type: SqlType;
  /** The value of a literal. GoogleSQL lets literals take types that an expression of their own type may not. */
  readonly literal?: string | bigint | number | null;
  /** The parameter itself: where a date or a time is wanted, one of STRING is read as that, as a literal would be. */
  readonly isParameter?: boolean;
  /** What the text of a parameter has been read as; whoever compiles a query looks at it in the end. */
  readonly readAs?: Set<SqlType['kind']>;
  /** A FLOAT64 literal as it is written: as a NUMERIC it is just that, not the double next to it. */
  readonly digits?: string;
  /**
   * The same array in its nullable form, which has NULL where `sql` has an empty array: for uses to which both are the same. It is
   * read faster, and DuckDB sees the table behind it.
   */
  readonly nullableSql?: string;
  /** What a STRUCT is made of on the spot, or an array of literals: it takes other types where its parts do. */
  readonly parts?: readonly Expression[];
}

export function typed(sql: string, type: SqlType): Expression {
  return { sql, type: withoutNull(type) };
}

/** A column as an expression. An array that a table holds is empty where DuckDB has NULL. */
export function columnValue(sql: string, type: SqlType): Expression {
  return type.kind === 'ARRAY' && type.nullable
    ? { sql: `coalesce(${sql}, [])`, type, nullableSql: sql }
    : { sql, type };
}

const NUMERIC_RANK = ['INT64', 'NUMERIC', 'FLOAT64'];

/**
 * The SQL of an expression as another type, where GoogleSQL converts implicitly; undefined where it does not.
 * (Conversion rules, "Coercion": numbers widen; a DATE is a DATETIME; a string literal may stand for a date or time, a FLOAT64 literal
 * for a NUMERIC; NULL may be anything.)
 */
export function coerce(expression: Expression, to: SqlType): string | undefined {
  const { sql, type, literal } = expression;
  if (type.kind === 'NULL') return `CAST(NULL AS ${duckDbType(to)})`;
  if (type.kind === 'ERROR') return `CAST(${sql} AS ${duckDbType(to)})`;
  if (sameType(type, to) && sameNullability(type, to)) return sql;
  if (isNumeric(type) && isNumeric(to)) {
    if (expression.digits !== undefined && to.kind === 'NUMERIC') return numericOfDigits(expression.digits);
    const widens = NUMERIC_RANK.indexOf(to.kind) > NUMERIC_RANK.indexOf(type.kind);
    if (type.kind === 'NUMERIC' && to.kind === 'FLOAT64') return `bq_numeric_to_float(${sql})`;
    return widens ? `CAST(${sql} AS ${duckDbType(to)})` : undefined;
  }
  if (type.kind === 'STRING' && typeof literal === 'string') return temporalLiteral(literal, to);
  if (isTextParameter(expression)) {
    const time = textToTime(sql, to);
    if (time !== undefined) expression.readAs?.add(to.kind);
    return time;
  }
  if (type.kind === 'DATE' && to.kind === 'DATETIME') return `CAST(${sql} AS ${duckDbType(to)})`;
  if (type.kind === 'ARRAY' && to.kind === 'ARRAY' && type.element.kind === 'NULL') {
    return `CAST(${sql} AS ${duckDbType(to)})`;
  }
  return structAs(expression, to) ?? arrayAs(expression, to);
}

/** What is to be read as a date or a time where one is wanted, though it is known no sooner than the query runs. */
export function isTextParameter({ type, isParameter }: Expression): boolean {
  return isParameter === true && type.kind === 'STRING';
}

function textToTime(sql: string, { kind }: SqlType): string | undefined {
  const isTime = kind === 'DATE' || kind === 'TIME' || kind === 'DATETIME' || kind === 'TIMESTAMP';
  return isTime ? `bq_text_to_${kind.toLowerCase()}(${sql})` : undefined;
}

/** The type that all of these can take (GoogleSQL's supertype), as CASE, COALESCE, arrays and UNION need it. */
export function commonType(expressions: readonly Expression[]): SqlType | undefined {
  const known = expressions.filter((expression) => !['NULL', 'ERROR'].includes(expression.type.kind));
  const [first] = known;
  if (!first) return INT64;
  if (known.every(({ type }) => sameType(type, first.type) && sameNullability(type, first.type))) {
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
  // One of each kind: records and arrays, of which one kind has many types, do not go together with this first one anyway.
  const candidates = new Map([...others, ...literals].map(({ type }) => [type.kind, withoutNull(type)]));
  return [...candidates.values()].find((type) => known.every((expression) => coerce(expression, type) !== undefined));
}
