import { errorAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, expectArguments } from '../../rule.js';
import { FLOAT64, isNested, isNumeric, NUMERIC, type SqlType, typeName } from '../../../../../googlesql/types/types.js';
import { ascending, respectsNulls } from '../modifiers.js';
import { binaryPlace, compilePlace, decimalPlace, isTiny } from './percentile-place.js';
import { NOTHING, SQL, typeSql } from '../../sql-tree/sql.js';

/** PERCENTILE_DISC(x, p) OVER (…): the first value with at least this part of the values up to it. */
export function percentile(call: FunctionCall): Expression {
  expectArguments(call, 2);
  const value = call.value(0);
  if (isNested(value.type)) throw errorAt(call.node, `${call.name} over ${typeName(value.type)} is not possible`);
  const place = compilePlace(call);
  const { list, count } = inOrder(call, value);
  if (place.type.kind === 'NUMERIC') {
    return typed(SQL`bq_numeric_element(${list}, ${count}, ${decimalPlace(call, place)})`, value.type);
  }
  if (isTiny(place)) return typed(SQL`(${list})[1]`, value.type);
  return typed(SQL`bq_float_element(${list}, ${count}, ${binaryPlace(call, place)})`, value.type);
}

/** PERCENTILE_CONT(x, p) OVER (…): the value between two, each with its weight. */
export function interpolatedPercentile(call: FunctionCall): Expression {
  expectArguments(call, 2);
  const value = call.value(0);
  if (!isNumeric(value.type)) throw errorAt(call.node, `${call.name} needs numbers, found ${typeName(value.type)}`);
  const place = compilePlace(call);
  const type = answerType(value, place);
  const { list, count } = inOrder(call, typed(coerce(value, type) ?? NOTHING, type));
  if (type.kind === 'NUMERIC') {
    const sql = SQL`bq_numeric_percentile(${list}, ${count}, ${decimalPlace(call, place)})`;
    return typed(SQL`CAST(${sql} AS ${typeSql(type)})`, type);
  }
  if (isTiny(place)) return typed(SQL`bq_first_percentile(${list}, ${count}, ${place.sql})`, type);
  return typed(SQL`bq_float_percentile(${list}, ${count}, ${binaryPlace(call, place)})`, type);
}

/** NUMERIC if one of them is and the other one may be; a literal takes the type of the values. */
function answerType(value: Expression, place: Expression): SqlType {
  const isExact = [value, place].some(({ type }) => type.kind === 'NUMERIC');
  return isExact && [value, place].every((each) => coerce(each, NUMERIC) !== undefined) ? NUMERIC : FLOAT64;
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
