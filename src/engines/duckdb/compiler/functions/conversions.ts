import { castOperand } from '../../../../googlesql/resolver/functions/cast-type.js';
import { castBetween, type FallibleCast, type SureCast } from '../../../../googlesql/functions/casts.js';
import { type CastOperandNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { typeOf } from '../../../../googlesql/ast/type-node.js';
import { type Expression, typed, coerce } from '../expression.js';
import { numericOfLiteral } from '../literals/literals.js';
import { type FunctionCall, type Rule } from '../rule.js';
import { typeLimit } from '../../../../googlesql/checks/type-limits.js';
import { withinLimit } from '../types/within-limit.js';
import { isNested, sameType, type SqlType, STRING, typeName } from '../../../../googlesql/types/types.js';
import { formattedCast } from './formatted-casts.js';
import { filledSql, type Sql } from '../sql-tree/sql.js';
import { eachElement, eachField, isStruct } from '../expressions/struct-value.js';

/**
 * Casts whose meaning and text forms are the same in both engines; `$` stands for the value. The others are refused:
 * DuckDB writes and reads some values differently (BOOL as text, FLOAT64 to INT64 rounding, FLOAT64 as text). Where a
 * cast can fail, the second is that of SAFE_CAST, which is NULL then.
 */
const CASTS: Readonly<
  Record<SureCast, readonly [cast: string]> & Record<FallibleCast, readonly [cast: string, safe: string]>
> = {
  'INT64 STRING': ['CAST($ AS VARCHAR)'],
  'INT64 FLOAT64': ['CAST($ AS DOUBLE)'],
  'INT64 NUMERIC': ['CAST($ AS DECIMAL(38,9))'],
  'INT64 BOOL': ['($ <> 0)'],
  'BOOL STRING': ["CASE $ WHEN true THEN 'true' WHEN false THEN 'false' END"],
  'BOOL INT64': ['CAST($ AS BIGINT)'],
  'NUMERIC FLOAT64': ['bq_numeric_to_float($)'],
  'NUMERIC INT64': ['CAST($ AS BIGINT)', 'TRY_CAST($ AS BIGINT)'],
  'NUMERIC STRING': ['bq_numeric_string($)'],
  'FLOAT64 INT64': ['bq_float_to_int($)', 'TRY_CAST(round($) AS BIGINT)'],
  'FLOAT64 NUMERIC': [
    'CAST(bq_float_to_numeric($) AS DECIMAL(38,9))',
    'CAST(bq_safe_float_to_numeric($) AS DECIMAL(38,9))',
  ],
  'FLOAT64 STRING': ['bq_float_string($)'],
  'STRING BOOL': ['bq_text_to_bool($)', 'bq_safe_text_to_bool($)'],
  'STRING FLOAT64': ['bq_text_to_float($)', 'bq_safe_text_to_float($)'],
  'STRING NUMERIC': [
    'CAST(bq_text_to_numeric($) AS DECIMAL(38,9))',
    'CAST(bq_safe_text_to_numeric($) AS DECIMAL(38,9))',
  ],
  'STRING INT64': ['bq_text_to_int($)', 'bq_safe_text_to_int($)'],
  'STRING DATE': ['bq_text_to_date($)', 'bq_safe_text_to_date($)'],
  'STRING BYTES': ['encode($)'],
  'BYTES STRING': ['decode($)', 'bq_safe_bytes_to_text($)'],
  'DATE STRING': ['CAST($ AS VARCHAR)'],
  'TIME STRING': ['bq_time_text($)'],
  'DATETIME STRING': ['bq_datetime_text($)'],
  'DATETIME TIME': ['CAST($ AS TIME)'],
  'TIMESTAMP STRING': ["(bq_datetime_text(make_timestamp(epoch_us($))) || '+00')"],
  'STRING TIME': ['bq_text_to_time($)', 'bq_safe_text_to_time($)'],
  'STRING DATETIME': ['bq_text_to_datetime($)', 'bq_safe_text_to_datetime($)'],
  'STRING TIMESTAMP': ['bq_text_to_timestamp($)', 'bq_safe_text_to_timestamp($)'],
  'TIMESTAMP TIME': ['CAST(make_timestamp(epoch_us($)) AS TIME)'],
  'DATE DATETIME': ['CAST($ AS TIMESTAMP)'],
  'DATE TIMESTAMP': ['make_timestamptz(epoch_us($))'],
  'DATETIME DATE': ['CAST($ AS DATE)'],
  'DATETIME TIMESTAMP': ['make_timestamptz(epoch_us($))'],
  'TIMESTAMP DATETIME': ['make_timestamp(epoch_us($))'],
  'TIMESTAMP DATE': ['CAST(make_timestamp(epoch_us($)) AS DATE)'],
};

export const CONVERSION_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['PARSE_NUMERIC', ['bq_parse_numeric']],
  ['CAST', (call) => cast(call, false)],
  ['SAFE_CAST', (call) => cast(call, true)],
]);

/** The text that CAST makes of a value; undefined where that is not known. */
export function castToText(value: Expression): Sql | undefined {
  return scalarCast(value, STRING);
}

/** SQL of a cast between two types as they are named in the table. */
function scalarCast({ sql, type }: Expression, to: SqlType, isSafe = false): Sql | undefined {
  const cast = castBetween(type, to);
  const [template, safe = template] = cast ? CASTS[cast] : [];
  return filledSql(isSafe ? safe : template, sql);
}

function cast(call: FunctionCall, isSafe: boolean): Expression {
  const node = castOperand(call);
  const { target } = node;
  const value = castUnlimited(call, node, typeOf(target), isSafe);
  const limit = typeLimit(target);
  if (!limit) return value;
  // BigQuery does not document SAFE_CAST of an ARRAY or a STRUCT with a value beyond its limit.
  if (isSafe && isNested(value.type)) {
    throw unsupportedAt(target, `SAFE_CAST to ${typeName(value.type)} with lengths or digits in it`);
  }
  return typed(withinLimit(value, limit, isSafe), value.type);
}

function castUnlimited(call: FunctionCall, node: CastOperandNode, type: SqlType, isSafe: boolean): Expression {
  const value = call.value(node.value);
  const { kind } = value.type;
  if (node.format) return typed(formattedCast(call, value, type, node.format), type);
  if (kind === 'NULL' || kind === 'ERROR') return typed(call.as(node.value, type), type);
  const exact = type.kind === 'NUMERIC' ? numericOfLiteral(node.value, isSafe) : undefined;
  if (exact) return exact;
  if (sameType(value.type, type)) return typed(value.sql, value.type);
  const sql = (isNested(type) ? castTo(value, type, isSafe) : undefined) ?? scalarCast(value, type, isSafe);
  if (sql !== undefined) return typed(sql, type);
  throw unsupportedAt(call.node, `${call.name} of ${typeName(value.type)} to ${typeName(type)}`);
}

/**
 * SQL of a value cast to another type: ARRAYs element by element, STRUCTs field by field in their order. Undefined where the engine lacks
 * one of the casts in it; BigQuery does not document SAFE_CAST of a STRUCT whose field cannot be cast.
 */
function castTo(value: Expression, type: SqlType, isSafe: boolean): Sql | undefined {
  const { type: from } = value;
  if (from.kind === 'ARRAY' && type.kind === 'ARRAY' && from.element.kind !== 'NULL') {
    return eachElement(value, (each) => castTo(each, type.element, isSafe));
  }
  if (isStruct(from) && isStruct(type)) {
    return eachField(value, type.fields, (field, to) => castTo(field, to, isSafe));
  }
  const cast = castBetween(from, type);
  const [template, safe] = cast ? CASTS[cast] : [];
  return coerce(value, type) ?? filledSql(isSafe && safe !== undefined ? undefined : template, value.sql);
}
