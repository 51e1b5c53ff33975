import { arrayOf, elementOf, INT64, isNumeric, type SqlType, TIMESTAMP, typeName } from '../../types/types.js';
import { sharedType } from '../common-type.js';
import { intervalOf, partMicros } from '../date-parts.js';
import { errorAt } from '../dialect-error.js';
import { OPEN } from '../open.js';
import { expectArgument } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const END: TypeRule = (call) => elementOf(anArray(call));

/** Types of the functions of arrays. */
export const ARRAY_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['ARRAY_CONCAT', concatenated],
  ['ARRAY_FIRST', END],
  ['ARRAY_LAST', END],
  ['ARRAY_LENGTH', length],
  ['ARRAY_REVERSE', anArray],
  ['ARRAY_SLICE', slice],
  ['GENERATE_ARRAY', generated],
  ['GENERATE_TIMESTAMP_ARRAY', timestamps],
]);

/** The type that all arguments can take. */
export function sharedByAll(call: Call): SqlType {
  const values = call.args.map((arg) => call.value(arg));
  return sharedType(values, call.argument(0), `the arguments of ${call.name}`);
}

function anArray(call: Call): SqlType {
  const node = call.argument(0);
  const { type } = call.value(node);
  if (type.kind === 'ARRAY' || type === OPEN.type) return type;
  if (type.kind === 'NULL') return arrayOf(INT64);
  throw errorAt(node, `${call.name} needs an ARRAY, found ${typeName(type)}`);
}

function length(call: Call): SqlType {
  anArray(call);
  return INT64;
}

/** The elements between two offsets, both included. */
function slice(call: Call): SqlType {
  const type = anArray(call);
  expectArgument(call, 1, INT64);
  expectArgument(call, 2, INT64);
  return type;
}

function concatenated(call: Call): SqlType {
  const type = sharedByAll(call);
  if (type.kind === 'ARRAY' || type === OPEN.type) return type;
  throw errorAt(call.node, `ARRAY_CONCAT needs ARRAYs, found ${typeName(type)}`);
}

/** GENERATE_ARRAY over the numbers that its arguments have in common. */
function generated(call: Call): SqlType {
  const type = sharedByAll(call);
  if (type === OPEN.type) return type;
  if (!isNumeric(type)) throw errorAt(call.node, `GENERATE_ARRAY needs numbers, found ${typeName(type)}`);
  return arrayOf(type);
}

function timestamps(call: Call): SqlType {
  expectArgument(call, 0, TIMESTAMP);
  expectArgument(call, 1, TIMESTAMP);
  const { amount, part } = intervalOf(call.argument(2));
  partMicros(part);
  expectArgument(call, amount, INT64);
  return arrayOf(TIMESTAMP);
}
