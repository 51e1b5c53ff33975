import { BOOL, isNested, type SqlType, STRING, typeName } from '../../types/types.js';
import { sharedType } from '../common-type.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { expectArgument } from './arguments.js';
import { sharedByAll } from './array-types.js';
import { type Call, type TypeRule } from './call.js';
import { castType } from './cast-type.js';

/** Types of conditions and conversions. */
export const CONDITION_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['CAST', castType],
  ['COALESCE', sharedByAll],
  ['ERROR', error],
  ['GREATEST', extreme],
  ['IF', chosen],
  ['IFNULL', sharedByAll],
  ['LEAST', extreme],
  ['NULLIF', nullIf],
  ['SAFE_CAST', castType],
]);

function chosen(call: Call): SqlType {
  expectArgument(call, 0, BOOL);
  const results = [call.value(1), call.value(2)];
  return sharedType(results, call.argument(1), 'the results of IF');
}

function error(call: Call): SqlType {
  expectArgument(call, 0, STRING);
  return { kind: 'ERROR' };
}

function nullIf(call: Call): SqlType {
  const type = sharedByAll(call);
  const compared = uncomparable(type);
  if (!compared) return type;
  if (type.kind === 'STRUCT') throw errorAt(call.node, `a value of type ${typeName(compared)} cannot be compared`);
  throw errorAt(call.node, `NULLIF compares its arguments, and ${typeName(type)} cannot be`);
}

/** The ARRAY or JSON that a value is or has in it, neither of which is compared. */
function uncomparable(type: SqlType): SqlType | undefined {
  if (type.kind !== 'STRUCT') return isNested(type) ? type : undefined;
  return type.fields.map((field) => uncomparable(field.type)).find((each) => each !== undefined);
}

function extreme(call: Call): SqlType {
  const type = sharedByAll(call);
  if (isNested(type)) throw unsupportedAt(call.node, `${call.name} over values of type ${typeName(type)}`);
  return type;
}
