import { arrayAround } from '../expressions/constructors.js';
import { isConstant } from '../../checks/constant.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  BYTES,
  FLOAT64,
  INT64,
  isNested,
  isNumeric,
  NUMERIC,
  type SqlType,
  STRING,
  typeName,
} from '../../types/types.js';
import { sharedType } from '../common-type.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { comparable, expectArgument, fromType, number, orWhole } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const GREATEST: TypeRule = (call) => comparable(call).type;

/** Types of the aggregate functions. */
export const AGGREGATE_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['APPROX_COUNT_DISTINCT', countDistinct],
  ['APPROX_QUANTILES', (call) => fromType(comparable(call), arrayOf)],
  ['APPROX_TOP_COUNT', (call) => fromType(call.value(0), (type) => topOf(orWhole(type), 'count', INT64))],
  ['APPROX_TOP_SUM', topSum],
  ['ARRAY_AGG', arrayAgg],
  ['AVG', (call) => fromType(number(call), ({ kind }) => (kind === 'NUMERIC' ? NUMERIC : FLOAT64))],
  ['COUNT', count],
  ['MAX', GREATEST],
  ['MAX_BY', ofExtreme],
  ['MIN', GREATEST],
  ['MIN_BY', ofExtreme],
  ['STRING_AGG', stringAgg],
  ['SUM', (call) => number(call).type],
]);

function count(call: Call): SqlType {
  const { distinct } = call.node;
  if (call.argument(0).type !== 'Star') {
    if (distinct) return countDistinct(call);
    call.value(0);
  } else if (distinct) throw unsupportedAt(distinct, `"${distinct.text}" here`);
  return INT64;
}

function countDistinct(call: Call): SqlType {
  comparable(call, 'DISTINCT');
  return INT64;
}

function ofExtreme(call: Call): SqlType {
  const { type } = call.value(0);
  const node = call.argument(1);
  const key = call.value(node);
  if (isNested(key.type)) throw errorAt(node, `${typeName(key.type)} has no greatest and no least value`);
  return type;
}

function arrayAgg(call: Call): SqlType {
  const value = call.value(0);
  return fromType(value, (type) => arrayAround(orWhole(type), call.node));
}

function stringAgg(call: Call): SqlType {
  const value = call.value(0);
  const type = value.type.kind === 'BYTES' ? BYTES : STRING;
  expectArgument(call, 0, type);
  const separator = call.args[1];
  if (!separator) return fromType(value, () => type);
  const delimiter = call.value(separator);
  if (delimiter.type.kind === 'NULL' && !isOpen(delimiter)) {
    throw errorAt(separator, 'the delimiter of STRING_AGG cannot be NULL');
  }
  if (!isOpen(value)) expectArgument(call, separator, type);
  if (!isConstant(separator)) throw errorAt(separator, 'the delimiter of STRING_AGG is a literal or a parameter');
  return isOpen(value) ? delimiter.type : type;
}

function topSum(call: Call): SqlType {
  const [value, weight] = [call.value(0), call.value(1)];
  if (isOpen(weight)) return OPEN.type;
  const type = orWhole(weight.type);
  if (!isNumeric(type)) {
    throw errorAt(call.node, `the weight of ${call.name} is a number, found ${typeName(type)}`);
  }
  return fromType(value, (of) => topOf(orWhole(of), 'sum', type));
}

/** An array of values, each with a number. */
function topOf(value: SqlType, name: string, type: SqlType): SqlType {
  const fields = [
    { name: 'value', type: value },
    { name, type },
  ];
  return arrayOf({ kind: 'STRUCT', fields });
}

/** Types of the functions that need OVER. */
export const WINDOW_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['LAG', neighbour],
  ['LEAD', neighbour],
  ['PERCENTILE_CONT', interpolatedPercentile],
  ['PERCENTILE_DISC', percentile],
]);

/** LAG and LEAD: the type that the value and the default share. */
function neighbour(call: Call): SqlType {
  const [value, distance, otherwise] = call.args;
  if (distance) expectArgument(call, distance, INT64);
  if (!value || !otherwise) return call.value(0).type;
  return sharedType([call.value(value), call.value(otherwise)], value, `the value and the default of ${call.name}`);
}

function percentile(call: Call): SqlType {
  const { type } = comparable(call);
  placeOf(call);
  return type;
}

/** NUMERIC if one of them is and the other one may be; a literal takes the type of the values. */
export function interpolatedPercentile(call: Call): SqlType {
  const values = [number(call), placeOf(call)];
  const isExact = values.some(({ type }) => type.kind === 'NUMERIC');
  if (values.some(isOpen)) return OPEN.type;
  return isExact && values.every((each) => isCoercible(each, NUMERIC)) ? NUMERIC : FLOAT64;
}

/** The place of a percentile, from 0 to 1. */
function placeOf(call: Call): TypedValue {
  const node = call.argument(1);
  const place = call.value(node);
  if (!isNumeric(place.type) && !isOpen(place)) {
    throw errorAt(node, `the place of ${call.name} is a number, found ${typeName(place.type)}`);
  }
  const { literal } = place;
  if ((typeof literal === 'number' || typeof literal === 'bigint') && !(literal >= 0 && literal <= 1)) {
    throw errorAt(node, `the place of ${call.name} is from 0 to 1`);
  }
  return place;
}
