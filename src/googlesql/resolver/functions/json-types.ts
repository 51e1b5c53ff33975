import { isCoercible } from '../../types/coercion.js';
import { arrayOf, JSON_TYPE, type SqlType, STRING, typeName } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { isOpen } from '../open.js';
import { expectArgument, expectJson } from './arguments.js';
import { type Call, type TypeRule } from './call.js';

/** Types of functions of JSON that take any number of arguments. */
export const JSON_TYPES: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['JSON_ARRAY', jsonArray],
  ['JSON_ARRAY_APPEND', changed],
  ['JSON_ARRAY_INSERT', changed],
  ['JSON_OBJECT', jsonObject],
  ['JSON_REMOVE', removed],
  ['JSON_SET', changed],
]);

function jsonArray(call: Call): SqlType {
  for (const arg of call.args) call.value(arg);
  return JSON_TYPE;
}

function removed(call: Call): SqlType {
  for (const path of call.args.slice(1)) expectArgument(call, path, STRING);
  expectJson(call);
  return JSON_TYPE;
}

function changed(call: Call): SqlType {
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
