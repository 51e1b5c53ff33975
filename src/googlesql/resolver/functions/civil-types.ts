import { hasZone, readTime } from '../../types/time-literal.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { DATE, DATETIME, INT64, isTime, type SqlType, STRING, TIME, TIMESTAMP, typeName } from '../../types/types.js';
import { TIME_TEXTS } from '../../types/time-literal.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen } from '../open.js';
import { expectArgument } from './arguments.js';
import { type Call, type TypeRule } from './call.js';
import { expectZone } from './time-types.js';

/** Types of the functions that make a date, a time or its text. */
export const CIVIL_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['DATE', (call) => civil(call, DATE, 3)],
  ['DATETIME', (call) => civil(call, DATETIME, 6)],
  ['STRING', string],
  ['TIME', (call) => civil(call, TIME, 3)],
  ['TIMESTAMP', timestamp],
]);

/** A date or time from its parts, from a TIMESTAMP as a clock in some time zone shows it, or from a DATETIME or a DATE. */
function civil(call: Call, type: SqlType, parts: number): SqlType {
  const { args, name } = call;
  const first = call.value(0);
  if (args.length === parts) {
    for (const arg of args) expectArgument(call, arg, INT64);
    return type;
  }
  if (args.length > 2) throw errorAt(call.node, `${name} takes 1, 2 or ${parts} arguments`);
  const isZoned = args.length > 1;
  if (isOpen(first)) return type;
  if (isZoned && type.kind === 'DATETIME' && first.type.kind !== 'TIMESTAMP' && isCoercible(first, DATE)) {
    expectArgument(call, 1, TIME);
    return type;
  }
  if (isInstant(first, type)) expectZone(call, 1);
  else if (isZoned || !isCivil(first, type)) {
    throw errorAt(call.node, `no ${name} of ${typeName(first.type)}${isZoned ? ' and a time zone' : ''}`);
  }
  return type;
}

/** Whether a value is an instant. A literal is a TIMESTAMP to DATE; DATETIME takes one that it could read itself, which says the same. */
function isInstant({ type, literal }: TypedValue, made: SqlType): boolean {
  if (type.kind === 'TIMESTAMP') return true;
  if (typeof literal !== 'string' || (made.kind === 'DATETIME' && hasZone(literal))) return false;
  return readTime(literal, TIMESTAMP) !== undefined;
}

function isCivil(value: TypedValue, made: SqlType): boolean {
  const { kind } = value.type;
  if (kind === 'STRING') return made.kind !== 'TIME';
  return kind === 'DATETIME' || (kind === 'DATE' && made.kind !== 'TIME') || isCoercible(value, made);
}

function timestamp(call: Call): SqlType {
  const node = call.argument(0);
  const value = call.value(node);
  const { literal, type } = value;
  const isZoned = call.args.length > 1;
  expectZone(call, 1);
  if (typeof literal === 'string') {
    // A literal with an offset of its own is one instant, and nothing else.
    if (isZoned && hasZone(literal)) {
      throw errorAt(node, 'a TIMESTAMP that names its time zone takes no other; leave one out');
    }
    if (!readTime(literal, isZoned ? DATETIME : TIMESTAMP)) {
      throw errorAt(node, `"${literal}" is no TIMESTAMP; write ${TIME_TEXTS.DATETIME ?? ''}`);
    }
    return TIMESTAMP;
  }
  const isLocal = type.kind === 'STRING' || (type.kind !== 'NULL' && isCoercible(value, DATETIME));
  if (isLocal || isOpen(value) || (!isZoned && isCoercible(value, TIMESTAMP))) return TIMESTAMP;
  throw errorAt(node, `no TIMESTAMP of ${typeName(type)}${isZoned ? ' and a time zone' : ''}`);
}

/** STRING, as CAST writes it; a TIMESTAMP in any time zone. */
function string(call: Call): SqlType {
  const value = call.value(0);
  if (isOpen(value)) return STRING;
  const { kind } = value.type;
  if (call.args.length > 1 && kind !== 'TIMESTAMP') {
    throw errorAt(call.node, `a ${typeName(value.type)} has no time zone`);
  }
  if (kind !== 'JSON' && !isTime(value.type)) throw unsupportedAt(call.node, `STRING of ${typeName(value.type)}`);
  expectZone(call, 1);
  return STRING;
}
