import { coerce, refuseStored, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { compileInterval } from '../interval.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { arrayOf, INT64, STRING, TIMESTAMP, typeName } from '../types.js';

export const ARRAY_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'ARRAY_LENGTH',
    (call) => {
      expectArguments(call, 1);
      return typed(`len(${anArray(call, 0).sql})`, INT64);
    },
  ],
  [
    'ARRAY_TO_STRING',
    (call) => {
      expectArguments(call, 2);
      const { sql, type } = anArray(call, 0);
      const array = coerce({ sql, type }, arrayOf(STRING));
      if (array === undefined) throw call.node.unsupported(`ARRAY_TO_STRING over ${typeName(type)}`);
      return typed(`bq_array_to_string(${array}, ${compileAs(argument(call, 1), call.scope, STRING)})`, STRING);
    },
  ],
  [
    'GENERATE_ARRAY',
    (call) => {
      expectArguments(call, 2, 3);
      const [start = '', end = '', step = '1::BIGINT'] = call.args.map((arg) => compileAs(arg, call.scope, INT64));
      return typed(`bq_generate_array(${start}, ${end}, ${step})`, arrayOf(INT64));
    },
  ],
  [
    'GENERATE_TIMESTAMP_ARRAY',
    (call) => {
      expectArguments(call, 3);
      const start = compileAs(argument(call, 0), call.scope, TIMESTAMP);
      const end = compileAs(argument(call, 1), call.scope, TIMESTAMP);
      const { sql: step } = compileInterval(argument(call, 2), call.scope);
      return typed(`bq_generate_timestamp_array(${start}, ${end}, ${step})`, arrayOf(TIMESTAMP));
    },
  ],
]);

function anArray(call: Call, index: number) {
  const node = argument(call, index);
  const array = compileExpression(node, call.scope);
  if (array.type.kind !== 'ARRAY') throw node.error(`${call.name} needs an ARRAY, found ${typeName(array.type)}`);
  refuseStored(array, node, call.name);
  return array;
}
