import { type ExpressionNode } from '../../ast/nodes.js';
import { followedType } from '../../functions/overload.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  DATE,
  DATETIME,
  INT64,
  isTime,
  type SqlType,
  STRING,
  TIME,
  TIMESTAMP,
  type TimeType,
  typeName,
} from '../../types/types.js';
import {
  DATE_PARTS,
  datePart,
  expectShift,
  intervalOf,
  isCalendarPart,
  meantPart,
  microsOf,
  partMicros,
  partWord,
  refusedPart,
  swappedPart,
} from '../date-parts.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { expectArgument, expectArguments } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const TYPES: readonly TimeType[] = [TIMESTAMP, DATETIME, DATE, TIME];

/** Types of the functions of dates and times that have no constructors' rules. */
export const TIME_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ...TYPES.flatMap((type): (readonly [string, TypeRule])[] => [
    [`FORMAT_${type.kind}`, (call) => format(call, type)],
    [`${type.kind}_ADD`, (call) => shifted(call, type)],
    [`${type.kind}_DIFF`, (call) => difference(call, type)],
    [`${type.kind}_SUB`, (call) => shifted(call, type)],
  ]),
  ...TYPES.filter((type) => type !== TIME).flatMap((type): (readonly [string, TypeRule])[] => [
    [`${type.kind}_BUCKET`, (call) => bucket(call, type)],
    [`${type.kind}_TRUNC`, (call) => truncated(call, type)],
  ]),
  ['EXTRACT', extracted],
  ['GENERATE_DATE_ARRAY', dates],
  ['LAST_DAY', lastDay],
  ['TIME_TRUNC', truncatedTime],
]);

/** Refuses a time zone that is no text. */
export function expectZone(call: Call, part: number | ExpressionNode): void {
  expectArgument(call, part, STRING, 'a time zone is a STRING');
}

/** The type of a value of a function that follows its arguments; open for one of which the type is not known. */
function followed(own: TimeType, values: readonly TypedValue[]): SqlType | undefined {
  return own !== TIME && values.some(isOpen) ? OPEN.type : followedType(own, values);
}

function format(call: Call, own: TimeType): SqlType {
  expectArgument(call, 0, STRING);
  const type = followed(own, [call.value(1)]) ?? own;
  expectArgument(call, 1, type);
  if (type.kind !== 'TIMESTAMP' && type !== OPEN.type) expectArguments(call, 2);
  expectZone(call, 2);
  return STRING;
}

function shifted(call: Call, own: TimeType): SqlType {
  const type = followed(own, [call.value(0)]) ?? own;
  expectArgument(call, 0, type);
  const { amount, part } = intervalOf(call.argument(1));
  if (type.kind === 'TIMESTAMP') partMicros(part);
  else if (type !== OPEN.type) expectShift(part, type, call.name);
  expectArgument(call, amount, INT64);
  return type;
}

/** The value in front of a date part. If it is a part, and no column of its name, the two have been swapped. */
function valueBeforePart(call: Call, index: number): TypedValue {
  const node = call.argument(index);
  const { name, scope } = call;
  if (node.type !== 'Name') return call.value(node);
  const swapped = swappedPart(name, node);
  return (swapped && scope.ifUnknown?.(node, swapped)) ?? call.value(node);
}

function difference(call: Call, own: TimeType): SqlType {
  const quoted = meantPart(call.argument(0));
  if (quoted !== undefined && call.argument(0).type === 'String') {
    throw errorAt(
      call.argument(0),
      `in ${call.name} the values stand first, then the date part without quotes: ${quoted}`,
    );
  }
  const values = [valueBeforePart(call, 0), valueBeforePart(call, 1)];
  const type = followed(own, values) ?? own;
  expectArgument(call, 0, type);
  expectArgument(call, 1, type);
  expectDifference(call, own, type);
  return INT64;
}

function expectDifference(call: Call, own: TimeType, type: SqlType): void {
  const node = call.argument(2);
  if (type.kind === 'TIMESTAMP') {
    partMicros(partWord(node));
    return;
  }
  const part = datePart(node);
  if (type.kind !== 'TIME' && isCalendarPart(part)) return;
  if (microsOf(part.name) === undefined || part.name === 'DAY' || type.kind === 'DATE') {
    throw refusedPart(node, `of ${call.name} (${typeName(type === OPEN.type ? own : type)})`);
  }
}

/** The type of a bucket's start: each of the functions takes all times with a date. */
function bucket(call: Call, own: TimeType): SqlType {
  const value = call.value(0);
  const type = isTime(value.type) && value.type.kind !== 'TIME' ? value.type : own;
  expectArgument(call, 0, type);
  if (!isOpen(value)) expectArgument(call, 2, type);
  const width = call.argument(1);
  if (width.type !== 'Null') expectWidth(call, type, width);
  return isOpen(value) ? OPEN.type : type;
}

function expectWidth(call: Call, type: TimeType, width: ExpressionNode): void {
  const { amount, part } = intervalOf(width);
  const { days, months } = DATE_PARTS.get(part.text.toUpperCase()) ?? {};
  const isLong = days !== undefined || months !== undefined;
  const isRefused = type.kind === 'TIMESTAMP' ? months !== undefined : type.kind === 'DATE' && !isLong;
  if (isRefused && !isOpen(call.value(0))) {
    throw errorAt(part, `a bucket of ${typeName(type)} values is not some ${part.text}s wide`);
  }
  if (!isLong) partMicros(part);
  expectArgument(call, amount, INT64);
}

function truncated(call: Call, own: TimeType): SqlType {
  const value = valueBeforePart(call, 0);
  const type = followed(own, [value]);
  if (!type) throw mismatch(call, own, value);
  const isOfUnknown = type === OPEN.type;
  expectArguments(call, 2, isOfUnknown || type.kind === 'TIMESTAMP' ? 3 : 2);
  const node = call.argument(1);
  const part = datePart(node);
  expectZone(call, 2);
  const isCut = isCalendarPart(part) || ((isOfUnknown || type.kind !== 'DATE') && microsOf(part.name) !== undefined);
  if (!isCut) throw refusedPart(node, `of ${call.name}`);
  return type;
}

/** The complaint about a value that cannot be cut, which may have changed places with the part. */
export function mismatch(call: Call, own: TimeType, value: TypedValue): Error {
  const node = call.argument(0);
  const part = meantPart(node);
  if (part !== undefined && node.type === 'String') {
    return errorAt(
      call.node,
      `in ${call.name} the value stands first, then the date part without quotes: ${call.name}(x, ${part})`,
    );
  }
  return errorAt(call.node, `${call.name} needs ${typeName(own)}, found ${typeName(value.type)}`);
}

function truncatedTime(call: Call): SqlType {
  const value = call.value(0);
  if (!isCoercible(value, TIME)) throw mismatch(call, TIME, value);
  const node = call.argument(1);
  const { name } = datePart(node);
  if (microsOf(name) === undefined || name === 'DAY') throw refusedPart(node, `of ${call.name}`);
  return TIME;
}

function lastDay(call: Call): SqlType {
  const value = valueBeforePart(call, 0);
  if (!isCoercible(value, DATE) && value.type.kind !== 'DATETIME') {
    throw errorAt(call.node, `LAST_DAY needs DATE or DATETIME, found ${typeName(value.type)}`);
  }
  const node = call.args[1];
  const part = node ? datePart(node) : undefined;
  if (node && part && (!isCalendarPart(part) || part.name === 'DAY')) throw refusedPart(node, `of ${call.name}`);
  return DATE;
}

function dates(call: Call): SqlType {
  expectArgument(call, 0, DATE);
  expectArgument(call, 1, DATE);
  const interval = call.args[2];
  if (interval) {
    const { amount, part } = intervalOf(interval);
    expectShift(part, DATE, call.name);
    expectArgument(call, amount, INT64);
  }
  return arrayOf(DATE);
}

/** Parts that are whole dates and times. */
const WHOLE: ReadonlyMap<string, TimeType> = new Map([DATE, TIME, DATETIME].map((type) => [type.kind, type]));

/** Other dialects' names for parts of a date. */
const OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['EPOCH', 'UNIX_SECONDS(ts) for EXTRACT(EPOCH FROM ts)'],
  ['DOW', 'DAYOFWEEK, which counts from 1 for Sunday'],
  ['DOY', 'DAYOFYEAR'],
]);

function extracted(call: Call): SqlType {
  const node = call.argument(0);
  if (node.type !== 'ExtractOperand') throw unsupportedAt(node, 'EXTRACT without extract_from');
  const value = call.value(node.value);
  if (!isTime(value.type) && !isOpen(value)) throw unsupportedAt(node, `EXTRACT from ${typeName(value.type)}`);
  const { kind } = value.type;
  if (node.zone) {
    expectZone(call, node.zone);
    if (kind !== 'TIMESTAMP' && !isOpen(value)) {
      throw errorAt(node.zone, `a ${kind} has no time zone; only a TIMESTAMP has`);
    }
  }
  const part = datePart(node.part);
  const { within } = DATE_PARTS.get(part.name) ?? {};
  const whole = WHOLE.get(part.name);
  if ((kind === 'DATE' && (within || whole)) || (kind === 'TIME' && !within)) {
    throw errorAt(node.part, `a ${kind} has no ${part.name}`);
  }
  if (whole && (whole !== DATETIME || kind === 'TIMESTAMP' || isOpen(value))) return whole;
  if (!within && !isCalendarPart(part) && !part.name.startsWith('DAYOF')) throw noPart(node.part, part.name);
  return INT64;
}

function noPart(node: ExpressionNode, name: string): Error {
  const other = OTHER_PARTS.get(name);
  if (other !== undefined) return errorAt(node, `there is no date part ${node.text}; write ${other}`);
  return meantPart(node) === undefined ? unsupportedAt(node, `EXTRACT(${node.text} …)`) : refusedPart(node, '');
}
