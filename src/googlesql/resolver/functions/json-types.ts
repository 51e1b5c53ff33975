import { type ExpressionNode } from '../../ast/nodes.js';
import { isCoercible } from '../../types/coercion.js';
import { arrayOf, BOOL, INT64, JSON_TYPE, sameType, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { expectArgument, expectJson } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

const SCALAR = atPath(() => STRING);
const PART = atPath((source) => source);
const SCALARS = atPath(() => arrayOf(STRING));
const PARTS = atPath(arrayOf);

/** Types of the functions of JSON. */
export const JSON_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['FLOAT64', ofJson({ kind: 'FLOAT64' })],
  ['JSON_ARRAY', ofAll(JSON_TYPE)],
  ['JSON_ARRAY_APPEND', changed],
  ['JSON_ARRAY_INSERT', changed],
  ['JSON_EXTRACT', PART],
  ['JSON_EXTRACT_ARRAY', PARTS],
  ['JSON_EXTRACT_SCALAR', SCALAR],
  ['JSON_EXTRACT_STRING_ARRAY', SCALARS],
  ['JSON_KEYS', keys],
  ['JSON_OBJECT', jsonObject],
  ['JSON_QUERY', PART],
  ['JSON_QUERY_ARRAY', PARTS],
  ['JSON_REMOVE', ofJson(JSON_TYPE)],
  ['JSON_SET', changed],
  ['JSON_STRIP_NULLS', ofJson(JSON_TYPE)],
  ['JSON_VALUE', SCALAR],
  ['JSON_VALUE_ARRAY', SCALARS],
  ['PARSE_JSON', parseJson],
  ['TO_JSON', ofAll(JSON_TYPE)],
  ['TO_JSON_STRING', toJsonString],
]);

/** Named arguments that are words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  mode: ['strict', 'lax', 'lax recursive'],
  wide_number_mode: ['exact', 'round'],
};

/** Refuses a named argument that is none of its words, or neither TRUE nor FALSE. */
function expectNamed(call: Call): void {
  for (const [name, node] of call.named) {
    const words = WORDS[name];
    expectArgument(call, node, words ? STRING : BOOL);
    const { literal } = call.value(node);
    if (words && typeof literal === 'string') expectWord(literal, words, name, node);
  }
}

/** Refuses a text that is none of the words that an argument may be. */
function expectWord(text: string, words: readonly string[], name: string, node: ExpressionNode): void {
  if (!words.includes(text)) throw errorAt(node, `${name} is ${words.map((word) => `'${word}'`).join(' or ')}`);
}

/** A function of the value at a path of a STRING or a JSON value, of a type that is made of that type. */
function atPath(make: (source: SqlType) => SqlType): TypeRule {
  return (call) => {
    const node = call.argument(0);
    const value = call.value(node);
    expectArgument(call, 1, STRING);
    if (isOpen(value)) return sameType(make(JSON_TYPE), make(STRING)) ? make(STRING) : OPEN.type;
    const { type } = value;
    if (type.kind === 'NULL') return make(STRING);
    if (type.kind === 'JSON' || type.kind === 'STRING') return make(type);
    throw errorAt(node, `${call.name} needs STRING or JSON, found ${typeName(type)}`);
  };
}

/** A function of a JSON value, and of paths in it. */
function ofJson(returns: SqlType): TypeRule {
  return (call) => {
    expectNamed(call);
    for (const path of call.args.slice(1)) expectArgument(call, path, STRING);
    expectJson(call);
    return returns;
  };
}

/** A function of any values. */
function ofAll(returns: SqlType): TypeRule {
  return (call) => {
    expectNamed(call);
    for (const arg of call.args) call.value(arg);
    return returns;
  };
}

function keys(call: Call): SqlType {
  expectNamed(call);
  expectJson(call);
  expectArgument(call, 1, INT64, 'the depth of JSON_KEYS is an INT64');
  return arrayOf(STRING);
}

function parseJson(call: Call): SqlType {
  expectArgument(call, 0, STRING, 'PARSE_JSON needs STRING');
  expectNamed(call);
  return JSON_TYPE;
}

function toJsonString(call: Call): SqlType {
  expectNamed(call);
  expectArgument(call, 1, BOOL);
  call.value(0);
  return STRING;
}

function changed(call: Call): SqlType {
  expectNamed(call);
  const { args, name, node } = call;
  if (args.length < 3 || args.length % 2 === 0) {
    throw errorAt(node, `${name} takes JSON and then paths and values in turn`);
  }
  args.slice(1).forEach((arg, index) => {
    if (index % 2 === 0) expectArgument(call, arg, STRING);
    else call.value(arg);
  });
  expectJson(call);
  return JSON_TYPE;
}

/** JSON_OBJECT, by keys and values in turn, or by an array of each. */
function jsonObject(call: Call): SqlType {
  const { args, node } = call;
  const [first, second] = args;
  const names = first && call.value(first);
  if (second && args.length === 2 && names?.type.kind === 'ARRAY') {
    const values = call.value(second);
    const areArrays = isCoercible(names, arrayOf(STRING)) && (values.type.kind === 'ARRAY' || isOpen(values));
    if (areArrays) return JSON_TYPE;
    throw errorAt(node, `JSON_OBJECT takes two arrays, of keys and of values, found ${typeName(values.type)}`);
  }
  if (args.length % 2 === 1) throw errorAt(node, 'JSON_OBJECT takes keys and values in turn');
  args.forEach((arg, index) => {
    if (index % 2 === 0) expectArgument(call, arg, STRING, 'a key of JSON_OBJECT is a STRING');
    else call.value(arg);
  });
  return JSON_TYPE;
}
