import { isCoercible } from '../../../../../googlesql/types/coercion.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed, coercedTo } from '../../expression.js';
import { type FunctionCall } from '../../rule.js';
import { FLOAT64, NUMERIC, type SqlType } from '../../../../../googlesql/types/types.js';
import { ascending, respectsNulls } from '../modifiers.js';
import { NOTHING, SQL, typeSql, type Sql, textSql } from '../../sql-tree/sql.js';
import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';

/** PERCENTILE_DISC(x, p) OVER (…): the first value with at least this part of the values up to it. */
export function percentile(call: FunctionCall): Sql {
  const value = call.value(0);
  const place = compilePlace(call);
  const { list, count } = inOrder(call, value);
  if (place.type.kind === 'NUMERIC') {
    return SQL`bq_numeric_element(${list}, ${count}, ${decimalPlace(call, place)})`;
  }
  if (isTiny(place)) return SQL`(${list})[1]`;
  return SQL`bq_float_element(${list}, ${count}, ${binaryPlace(call, place)})`;
}

/** PERCENTILE_CONT(x, p) OVER (…): the value between two, each with its weight. */
export function interpolatedPercentile(call: FunctionCall): Sql {
  const value = call.value(0);
  const place = compilePlace(call);
  const type = answerType(value, place);
  const { list, count } = inOrder(call, typed(coercedTo(value, type), type));
  if (type.kind === 'NUMERIC') {
    const sql = SQL`bq_numeric_percentile(${list}, ${count}, ${decimalPlace(call, place)})`;
    return SQL`CAST(${sql} AS ${typeSql(type)})`;
  }
  if (isTiny(place)) return SQL`bq_first_percentile(${list}, ${count}, ${place.sql})`;
  return SQL`bq_float_percentile(${list}, ${count}, ${binaryPlace(call, place)})`;
}

/** NUMERIC if one of them is and the other one may be; a literal takes the type of the values. */
function answerType(value: Expression, place: Expression): SqlType {
  const isExact = [value, place].some(({ type }) => type.kind === 'NUMERIC');
  return isExact && [value, place].every((each) => isCoercible(each, NUMERIC)) ? NUMERIC : FLOAT64;
}

/** The values of the partition in their order, and their number. */
function inOrder(call: FunctionCall, value: Expression) {
  const { sql } = value;
  const hasNulls = respectsNulls(call);
  const filter = hasNulls ? NOTHING : SQL` FILTER (WHERE ${sql} IS NOT NULL)`;
  return {
    list: SQL`list(${sql} ORDER BY ${ascending(value)})${filter}${call.over}`,
    count: SQL`count(${hasNulls ? SQL`*` : sql})${call.over}`,
  };
}

/** Least place that matters: below it, a place times a number of values is nothing but a rest. */
const MIN_PLACE = 2 ** -60;

/** The place of a percentile, a constant from 0 to 1. */
function compilePlace(call: FunctionCall): Expression {
  const node = call.argument(1);
  if (!isConstant(node)) throw unsupportedAt(node, `a place of ${call.name} other than a literal or a parameter`);
  const place = call.value(node);
  return place;
}

/** Whether a literal is above 0 and yet leads to the first value. */
function isTiny(place: Expression): boolean {
  const number = literalPlace(place);
  return number !== undefined && number > 0 && number < MIN_PLACE;
}

/** A FLOAT64 place for the macros: a whole number, and the power of two that divides it. */
function binaryPlace(call: FunctionCall, place: Expression): Sql {
  const number = literalPlace(place);
  if (number === undefined) {
    const checked = SQL`bq_place(${coercedTo(place, FLOAT64)}, ${textSql(call.name)})`;
    return SQL`bq_place_digits(${checked}), bq_place_bits(${checked})`;
  }
  let [digits, bits] = [Math.abs(number), 0];
  while (bits === 0 || !Number.isInteger(digits)) [digits, bits] = [digits * 2, bits + 1];
  return SQL`${BigInt(digits)}::HUGEINT, ${bits}::HUGEINT`;
}

/** A NUMERIC place for the macros, in billionths. */
function decimalPlace(call: FunctionCall, place: Expression): Sql {
  const sql = coercedTo(place, NUMERIC);
  const checked = SQL`CASE WHEN ${sql} BETWEEN 0 AND 1 THEN ${sql} ELSE error(${textSql(`the place of ${call.name} is from 0 to 1`)}) END`;
  return SQL`CAST(${checked} * 1000000000 AS HUGEINT)`;
}

function literalPlace({ literal }: Expression): number | undefined {
  return typeof literal === 'number' || typeof literal === 'bigint' ? Number(literal) : undefined;
}

function isConstant(node: ExpressionNode): boolean {
  if (node.type === 'Brackets') return isConstant(node.inner);
  if (node.type !== 'Prefix') return ['Integer', 'Float', 'Parameter'].includes(node.type);
  const { operator, operand } = node;
  return operator === '-' ? isConstant(operand) : ['String', 'Bytes'].includes(operand.type);
}
