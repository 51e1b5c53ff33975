import { type ExpressionNode } from '../../ast/nodes.js';
import { castBetween } from '../../functions/casts.js';
import { type TypedValue } from '../../types/coercion.js';
import { BYTES, FLOAT64, INT64, isNumeric, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { expectArgument, fromType } from './arguments.js';
import { type Call, type TypeRule } from './call.js';
import { expectFormat } from './format-pieces.js';

/** Types of functions of texts and of numbers that have no signature. */
export const TEXT_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['CONCAT', concatenated],
  ['FORMAT', format],
  ['ROUND', rounded],
  ['TRUNC', rounded],
]);

/** BYTES, or anything that can be written as text. */
function concatenated(call: Call): SqlType {
  const values = call.args.map((arg) => ({ arg, value: call.value(arg) }));
  const isBytes = values.some(({ value }) => value.type.kind === 'BYTES');
  for (const { arg, value } of values) {
    const { kind } = value.type;
    if (kind === 'NULL' || kind === 'ERROR' || kind === (isBytes ? 'BYTES' : 'STRING')) continue;
    const found = `CONCAT of ${typeName(value.type)}`;
    if (isBytes) throw errorAt(arg, `${found} and BYTES; CAST one of them`);
    if (!castBetween(value.type, STRING)) throw unsupportedAt(arg, found);
  }
  if (isBytes) return BYTES;
  return values.every(({ value }) => isOpen(value)) ? OPEN.type : STRING;
}

function format(call: Call): SqlType {
  for (const arg of call.args) call.value(arg);
  expectArgument(call, 0, STRING);
  expectFormat(call);
  return STRING;
}

/** ROUND and TRUNC: FLOAT64, or NUMERIC of NUMERIC. */
function rounded(call: Call): SqlType {
  const value = roundedNumber(call);
  const isNumber = expectDigits(call);
  const mode = call.args[2];
  if (mode && isNumber) expectMode(call, value, mode);
  return fromType(value, (type) => (type.kind === 'NUMERIC' ? type : FLOAT64));
}

function roundedNumber(call: Call): TypedValue {
  const node = call.argument(0);
  const value = call.value(node);
  if (isNumeric(value.type) || value.type.kind === 'NULL') return value;
  throw errorAt(node, `${call.name} needs a number, found ${typeName(value.type)}`);
}

function expectDigits(call: Call): boolean {
  expectArgument(call, 1, INT64);
  return call.args.length > 1 && call.value(1).type.kind !== 'NULL';
}

function expectMode(call: Call, { type }: TypedValue, node: ExpressionNode): void {
  if (type.kind !== 'NUMERIC' && type !== OPEN.type) throw errorAt(node, 'a rounding mode goes with a NUMERIC');
  expectArgument(call, node, STRING);
  const { literal } = call.value(node);
  if (typeof literal === 'string' && literal !== 'ROUND_HALF_EVEN' && literal !== 'ROUND_HALF_AWAY_FROM_ZERO')
    throw errorAt(node, 'a rounding mode is ROUND_HALF_EVEN or ROUND_HALF_AWAY_FROM_ZERO');
}
