import { type BinaryNode, type ExpressionNode, type IntervalNode, type WrittenNode } from '../../ast/nodes.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { DATETIME, INT64, TIMESTAMP } from '../../types/types.js';
import { expectShift, meantPart, microsOf, refusedPart } from '../date-parts.js';
import { errorAt } from '../dialect-error.js';
import { OPEN } from '../open.js';
import { type ExpressionScope, valueAs } from './expression-scope.js';

export function isInterval(node: ExpressionNode): node is IntervalNode {
  return node.type === 'Interval';
}

/** An INTERVAL by itself, whose type is none of ours. */
export function intervalValue({ amount, part }: IntervalNode, scope: ExpressionScope): TypedValue {
  if (meantPart(part) !== undefined) throw refusedPart(part, '');
  valueAs(amount, INT64, scope);
  return OPEN;
}

/** `value + INTERVAL n PART`, either way round, and `value - INTERVAL n PART`. A DATE becomes a DATETIME. */
export function intervalArithmetic(node: BinaryNode, scope: ExpressionScope): TypedValue {
  const { left, right, operator } = node;
  const [other, interval] = isInterval(left) ? [right, left] : [left, right];
  const value = scope.value(other);
  scope.value(interval);
  const isMoved = operator === '+' || (operator === '-' && interval === right);
  if (!isMoved || isInterval(other) || !isInterval(interval)) return OPEN;
  const isLocal = !['STRING', 'NULL', 'TIMESTAMP'].includes(value.type.kind) && isCoercible(value, DATETIME);
  if (!isLocal && value.type.kind !== 'TIMESTAMP') return OPEN;
  const { amount, part } = interval;
  if (isLocal) expectShift(part, DATETIME, 'an addition');
  const unit = isLocal ? clockMicros(part) : instantMicros(part);
  if (unit !== undefined) literalMicros(amount, scope.value(amount).literal, unit);
  return { type: isLocal ? DATETIME : TIMESTAMP };
}

/** Between TIMESTAMPs a week is an INTERVAL of seven days, which TIMESTAMP_ADD does not have. */
export const WEEK = 604_800_000_000n;

/** The microseconds of a date part by which an instant is moved; undefined for one of no fixed length. */
function instantMicros({ text }: WrittenNode): bigint | undefined {
  const name = text.toUpperCase();
  return name === 'WEEK' ? WEEK : microsOf(name);
}

/** The microseconds of a date part shorter than a day; undefined for one of the calendar. */
function clockMicros({ text }: WrittenNode): bigint | undefined {
  const name = text.toUpperCase();
  return name === 'DAY' ? undefined : microsOf(name);
}

/** The microseconds of an INTERVAL whose amount is a literal; undefined for any other amount. */
export function literalMicros(
  amount: ExpressionNode,
  literal: TypedValue['literal'],
  unit: bigint,
): bigint | undefined {
  if (typeof literal !== 'bigint') return undefined;
  const micros = literal * unit;
  if (BigInt.asIntN(64, micros) === micros) return micros;
  throw errorAt(amount, 'this INTERVAL is beyond what a TIMESTAMP can be moved by');
}
