import { arrayOf, INT64, type SqlType, TIMESTAMP, typeName } from '../../types/types.js';
import { sharedType } from '../common-type.js';
import { intervalOf, partMicros } from '../date-parts.js';
import { errorAt } from '../dialect-error.js';
import { OPEN } from '../open.js';
import { expectArgument } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

/** Types of the functions of arrays. */
export const ARRAY_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['ARRAY_CONCAT', concatenated],
  ['GENERATE_TIMESTAMP_ARRAY', timestamps],
]);

/** The type that all arguments can take. */
export function sharedByAll(call: Call): SqlType {
  const values = call.args.map((arg) => call.value(arg));
  return sharedType(values, call.argument(0), `the arguments of ${call.name}`);
}

function concatenated(call: Call): SqlType {
  const type = sharedByAll(call);
  if (type.kind === 'ARRAY' || type === OPEN.type) return type;
  throw errorAt(call.node, `ARRAY_CONCAT needs ARRAYs, found ${typeName(type)}`);
}

function timestamps(call: Call): SqlType {
  expectArgument(call, 0, TIMESTAMP);
  expectArgument(call, 1, TIMESTAMP);
  const { amount, part } = intervalOf(call.argument(2));
  partMicros(part);
  expectArgument(call, amount, INT64);
  return arrayOf(TIMESTAMP);
}
