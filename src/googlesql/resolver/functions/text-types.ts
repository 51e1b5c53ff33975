import { castBetween } from '../../functions/casts.js';
import { type TypedValue } from '../../types/coercion.js';
import { arrayOf, BOOL, BYTES, FLOAT64, INT64, isNumeric, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { expectType } from '../expressions/expected-type.js';
import { expectArgument, fromType, given } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const EXTRACTED = matched((text) => text, INT64, INT64);

/** Types of functions of texts and of numbers that have no signature. */
export const TEXT_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['CONCAT', concatenated],
  ['CONTAINS_SUBSTR', containsSubstring],
  ['EDIT_DISTANCE', editDistance],
  ['FORMAT', format],
  ['GENERATE_UUID', given(STRING)],
  ['RAND', given(FLOAT64)],
  ['RANGE_BUCKET', rangeBucket],
  ['REGEXP_EXTRACT', EXTRACTED],
  ['REGEXP_EXTRACT_ALL', matched(arrayOf)],
  ['REGEXP_INSTR', matched(() => INT64, INT64, INT64, INT64)],
  ['REGEXP_REPLACE', replaced],
  ['REGEXP_SUBSTR', EXTRACTED],
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

/** CONTAINS_SUBSTR, which looks into values of any type. */
function containsSubstring(call: Call): SqlType {
  call.value(0);
  expectArgument(call, 1, STRING);
  return BOOL;
}

function editDistance(call: Call): SqlType {
  const values = [call.value(0), call.value(1)];
  const type = values.some(({ type: { kind } }) => kind === 'BYTES') ? BYTES : STRING;
  values.forEach((value, index) => {
    expectType(value, type, call.argument(index));
  });
  const most = call.named.get('max_distance');
  if (most) expectArgument(call, most, INT64);
  return INT64;
}

function format(call: Call): SqlType {
  for (const arg of call.args) call.value(arg);
  expectArgument(call, 0, STRING);
  return STRING;
}

/** A function of a text or of BYTES, of a pattern, and of further arguments. */
function matched(make: (text: SqlType) => SqlType, ...further: readonly SqlType[]): TypeRule {
  return (call) => {
    const type = matchedText(call, 2);
    further.forEach((each, index) => {
      expectArgument(call, index + 2, each);
    });
    return type === OPEN.type && make(STRING) !== INT64 ? type : make(type);
  };
}

function replaced(call: Call): SqlType {
  return matchedText(call, 3);
}

/** STRING, or BYTES where the first two arguments are: the type that so many arguments have in common. */
function matchedText(call: Call, count: number): SqlType {
  const values = Array.from({ length: count }, (_, index) => call.value(index));
  const [text, pattern] = values;
  const isBytes = [text, pattern].every((value) => value?.type.kind === 'BYTES');
  values.forEach((value, index) => {
    expectType(value, isBytes ? BYTES : STRING, call.argument(index));
  });
  if (isBytes) return BYTES;
  return values.every(isOpen) ? OPEN.type : STRING;
}

/** RANGE_BUCKET(x, bounds) */
function rangeBucket(call: Call): SqlType {
  const node = call.argument(1);
  const { type } = call.value(node);
  if (type.kind !== 'NULL' && type.kind !== 'ARRAY') {
    throw errorAt(node, `RANGE_BUCKET needs an ARRAY, found ${typeName(type)}`);
  }
  call.value(0);
  return INT64;
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

function expectMode(call: Call, { type }: TypedValue, node: Parameters<Call['value']>[0]): void {
  if (type.kind !== 'NUMERIC' && type !== OPEN.type) {
    throw errorAt(call.argument(2), 'a rounding mode goes with a NUMERIC');
  }
  expectArgument(call, node, STRING);
}
