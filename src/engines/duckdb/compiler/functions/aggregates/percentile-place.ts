import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression } from '../../expression.js';
import { type FunctionCall } from '../../rule.js';
import { FLOAT64, isNumeric, NUMERIC, typeName } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, textSql } from '../../sql-tree/sql.js';

/** Least place that matters: below it, a place times a number of values is nothing but a rest. */
const MIN_PLACE = 2 ** -60;

/** The place of a percentile, a constant from 0 to 1. */
export function compilePlace(call: FunctionCall): Expression {
  const node = call.argument(1);
  if (!isConstant(node)) throw unsupportedAt(node, `a place of ${call.name} other than a literal or a parameter`);
  const place = call.value(node);
  if (!isNumeric(place.type))
    throw errorAt(node, `the place of ${call.name} is a number, found ${typeName(place.type)}`);
  const number = literalPlace(place);
  if (number !== undefined && !(number >= 0 && number <= 1)) {
    throw errorAt(node, `the place of ${call.name} is from 0 to 1`);
  }
  return place;
}

/** Whether a literal is above 0 and yet leads to the first value. */
export function isTiny(place: Expression): boolean {
  const number = literalPlace(place);
  return number !== undefined && number > 0 && number < MIN_PLACE;
}

/** A FLOAT64 place for the macros: a whole number, and the power of two that divides it. */
export function binaryPlace(call: FunctionCall, place: Expression): Sql {
  const number = literalPlace(place);
  if (number === undefined) {
    const checked = SQL`bq_place(${coerce(place, FLOAT64) ?? NOTHING}, ${textSql(call.name)})`;
    return SQL`bq_place_digits(${checked}), bq_place_bits(${checked})`;
  }
  let [digits, bits] = [Math.abs(number), 0];
  while (bits === 0 || !Number.isInteger(digits)) [digits, bits] = [digits * 2, bits + 1];
  return SQL`${BigInt(digits)}::HUGEINT, ${bits}::HUGEINT`;
}

/** A NUMERIC place for the macros, in billionths. */
export function decimalPlace(call: FunctionCall, place: Expression): Sql {
  const sql = coerce(place, NUMERIC) ?? NOTHING;
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
