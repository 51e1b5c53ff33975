import { coerce, type Expression, typed } from '../expression.js';
import { compileAs, compileExpression, unify } from '../expressions.js';
import { compileInterval } from '../interval.js';
import { compileQuery } from '../query.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { arrayOf, INT64, STRING, TIMESTAMP, typeName, settled } from '../types.js';

export const ARRAY_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'ARRAY',
    (call) => {
      expectArguments(call, 1);
      const query = compileQuery(argument(call, 0), call.scope.context, call.scope, true);
      const [column, second] = query.columns;
      if (!column || second)
        throw call.node.error('the subquery of ARRAY must return one column; write SELECT AS STRUCT for several');
      const type = settled(column.type);
      if (type.kind === 'ARRAY') throw call.node.error('an ARRAY of ARRAYs is not possible; put a STRUCT in between');
      return typed(`ARRAY(${query.sql})`, arrayOf(type));
    },
  ],
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
  ['ARRAY_CONCAT', concatenated],
  [
    'ARRAY_REVERSE',
    (call) => {
      expectArguments(call, 1);
      const { sql, type } = anArray(call, 0);
      return typed(`list_reverse(${sql})`, type);
    },
  ],
  ['ARRAY_FIRST', (call) => end(call, 1)],
  ['ARRAY_LAST', (call) => end(call, -1)],
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
  return array;
}

function concatenated(call: Call): Expression {
  expectArguments(call, 1, 1000);
  const { type, sql } = unify(call.args, call.scope, 'the arguments of ARRAY_CONCAT');
  if (type.kind !== 'ARRAY') throw call.node.error(`ARRAY_CONCAT needs ARRAYs, found ${typeName(type)}`);
  const [first = '', ...others] = sql;
  return typed(
    others.reduce((left, right) => `bq_array_concat(${left}, ${right})`, first),
    type,
  );
}

/** The first or the last element, which there must be. */
function end(call: Call, index: number): Expression {
  expectArguments(call, 1);
  const { sql, type } = anArray(call, 0);
  if (type.kind !== 'ARRAY') throw call.node.error(`${call.name} needs an ARRAY, found ${typeName(type)}`);
  return typed(`bq_array_end(${sql}, ${index}, '${call.name}')`, type.element);
}
