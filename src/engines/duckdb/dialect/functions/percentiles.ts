import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions.js';
import { argument, type Call, expectArguments } from '../rule.js';
import { FLOAT64, isNested, isNumeric, typeName } from '../types.js';
import { leaveNullsOut } from './modifiers.js';

/** PERCENTILE_DISC(x, p) OVER (…): the first value that so large a part of the values is not above. */
export function percentile(call: Call): Expression {
  const { value, place } = read(call);
  if (isNested(value.type)) throw call.node.error(`${call.name} over ${typeName(value.type)} is not possible`);
  return typed(withoutNan(call, value, element(call, value.sql, place)), value.type);
}

/** PERCENTILE_CONT(x, p) OVER (…): the value between two, in BigQuery by arithmetic that DuckDB has not. */
export function interpolatedPercentile(call: Call): Expression {
  const { value, place, node } = read(call);
  if (!isNumeric(value.type)) throw call.node.error(`${call.name} needs numbers, found ${typeName(value.type)}`);
  const number = value.type.kind === 'INT64' ? typed(coerce(value, FLOAT64) ?? '', FLOAT64) : value;
  const low = element(call, number.sql, place);
  if (place === 0 || place === 1) return typed(withoutNan(call, number, low), number.type);
  if (place !== 0.5) throw node.unsupported('PERCENTILE_CONT at another place than 0, 0.5 or 1');
  const high = `(- ${element(call, `(- ${number.sql})`, place)})`;
  const middle =
    number.type.kind === 'FLOAT64'
      ? `${low} * '0.5'::DOUBLE + ${high} * '0.5'::DOUBLE`
      : `bq_numeric_multiply(${low} + ${high}, CAST('0.5' AS DECIMAL(38,9)))`;
  return typed(withoutNan(call, number, `CASE WHEN ${low} = ${high} THEN ${low} ELSE ${middle} END`), number.type);
}

function read(call: Call) {
  expectArguments(call, 2);
  leaveNullsOut(call);
  const node = argument(call, 1);
  const { literal } = compileExpression(node, call.scope);
  if (typeof literal !== 'bigint' && typeof literal !== 'number') {
    throw node.unsupported(`a place of ${call.name} other than a number written out`);
  }
  const place = Number(literal);
  if (place < 0 || place > 1) throw node.error(`the place of ${call.name} is from 0 to 1`);
  if (place > 0 && place < 1e-6) throw node.unsupported(`a place of ${call.name} below 0.000001`);
  return { value: compileExpression(argument(call, 0), call.scope), place, node };
}

function element(call: Call, sql: string, place: number): string {
  return `quantile_disc(${sql}, '${String(fraction(place))}'::DOUBLE)${call.over}`;
}

/**
 * A double that is above the number it is written as, such as 0.1, is above the tenth of ten values, too, so that the
 * second one is wanted. DuckDB multiplies in doubles and finds the first, unless it is told a little more.
 */
function fraction(place: number): number {
  if (Number.isInteger(place)) return place;
  const digits = String(place).replace(/^\d\.?/, '');
  let [mantissa, power] = [place, 0];
  while (!Number.isInteger(mantissa)) [mantissa, power] = [mantissa * 2, power + 1];
  const isAbove = BigInt(mantissa) * 10n ** BigInt(digits.length) > BigInt(digits) * 2n ** BigInt(power);
  return isAbove ? Math.min(place + 2 ** -50, 1) : place;
}

/** GoogleSQL has NaN before all numbers, DuckDB behind them. */
function withoutNan(call: Call, { sql, type }: Expression, found: string): string {
  if (type.kind !== 'FLOAT64') return found;
  return `CASE WHEN bool_or(isnan(${sql}))${call.over} THEN error('${call.name} over NaN') ELSE ${found} END`;
}
