import { arrayAround } from '../expressions/constructors.js';
import { type ExpressionNode } from '../../ast/nodes.js';
import { isConstant } from '../../checks/constant.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  BOOL,
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
import { comparable, expectArgument, fromType, given, number, orWhole } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const BIT: TypeRule = given(INT64, INT64);
const LOGICAL: TypeRule = given(BOOL, BOOL);
const GREATEST: TypeRule = (call) => comparable(call).type;
const BY_EXTREME: TypeRule = (call) => ofExtreme(call, call.argument(1));

/** Types of the aggregate functions. */
export const AGGREGATE_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['ANY_VALUE', anyValue],
  ['APPROX_COUNT_DISTINCT', countDistinct],
  ['APPROX_QUANTILES', (call) => fromType(comparable(call), arrayOf)],
  ['APPROX_TOP_COUNT', (call) => fromType(call.value(0), (type) => topOf(orWhole(type), 'count', INT64))],
  ['APPROX_TOP_SUM', topSum],
  ['ARRAY_AGG', arrayAgg],
  ['ARRAY_CONCAT_AGG', arrayConcatAgg],
  ['AVG', (call) => fromType(number(call), ({ kind }) => (kind === 'NUMERIC' ? NUMERIC : FLOAT64))],
  ['BIT_AND', BIT],
  ['BIT_OR', BIT],
  ['BIT_XOR', BIT],
  ['COUNT', count],
  ['COUNTIF', given(INT64, BOOL)],
  ...['CORR', 'COVAR_POP', 'COVAR_SAMP'].map((name) => [name, measure] as const),
  ['GROUPING', grouping],
  ['LOGICAL_AND', LOGICAL],
  ['LOGICAL_OR', LOGICAL],
  ['MAX', GREATEST],
  ['MAX_BY', BY_EXTREME],
  ['MIN', GREATEST],
  ['MIN_BY', BY_EXTREME],
  ...['STDDEV', 'STDDEV_POP', 'STDDEV_SAMP', 'VARIANCE', 'VAR_POP', 'VAR_SAMP'].map((name) => [name, measure] as const),
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

function grouping(call: Call): SqlType {
  call.value(0);
  return INT64;
}

function measure(call: Call): SqlType {
  for (const arg of call.args) expectArgument(call, arg, FLOAT64, `${call.name} needs numbers`);
  return FLOAT64;
}

function anyValue(call: Call): SqlType {
  const { having } = call.node;
  return having ? ofExtreme(call, having.key) : call.value(0).type;
}

function ofExtreme(call: Call, node: ExpressionNode): SqlType {
  const { type } = call.value(0);
  const key = call.value(node);
  if (isNested(key.type)) throw errorAt(node, `${typeName(key.type)} has no greatest and no least value`);
  return type;
}

function arrayAgg(call: Call): SqlType {
  const value = call.value(0);
  return fromType(value, (type) => arrayAround(orWhole(type), call.node));
}

function arrayConcatAgg(call: Call): SqlType {
  const { type } = call.value(0);
  if (type.kind !== 'ARRAY' && type !== OPEN.type) {
    throw errorAt(call.node, `${call.name} needs ARRAYs, found ${typeName(type)}`);
  }
  if (call.node.distinct) throw errorAt(call.node, `${call.name} takes no DISTINCT`);
  return type;
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

const OF_FRAME: TypeRule = (call) => call.value(0).type;

/** Types of the functions that need OVER. */
export const WINDOW_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['FIRST_VALUE', OF_FRAME],
  ['LAG', neighbour],
  ['LAST_VALUE', OF_FRAME],
  ['LEAD', neighbour],
  ['NTH_VALUE', nthValue],
  ['NTILE', given(INT64, INT64)],
  ['PERCENTILE_CONT', interpolatedPercentile],
  ['PERCENTILE_DISC', percentile],
]);

function nthValue(call: Call): SqlType {
  const { type } = call.value(0);
  expectArgument(call, 1, INT64);
  return type;
}

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
