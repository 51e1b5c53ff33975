import { coerce, type Expression, typed } from '../expression.js';
import { compileAs, compileExpression, unify } from '../expressions/expressions.js';
import { compileInterval } from '../literals/interval.js';
import { compileQuery } from '../queries/query.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../rule.js';
import {
  arrayOf,
  INT64,
  isNumeric,
  definiteType,
  STRING,
  TIMESTAMP,
  typeName,
} from '../../../../googlesql/types/types.js';
import { duckDbType } from '../types/duckdb-types.js';

export const ARRAY_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'ARRAY',
    (call) => {
      expectArguments(call, 1);
      const query = compileQuery(argument(call, 0), call.scope.context, call.scope, true);
      const [column, second] = query.columns;
      if (!column || second)
        throw call.node.error('the subquery of ARRAY must return one column; write SELECT AS STRUCT for several');
      const type = definiteType(column.type);
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
  ['ARRAY_SLICE', slice],
  ['ARRAY_TO_STRING', joined],
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
  ['GENERATE_ARRAY', generated],
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

function anArray(call: FunctionCall, index: number) {
  const node = argument(call, index);
  const array = compileExpression(node, call.scope);
  if (array.type.kind === 'NULL') return typed('CAST(NULL AS BIGINT[])', arrayOf(INT64));
  if (array.type.kind !== 'ARRAY') throw node.error(`${call.name} needs an ARRAY, found ${typeName(array.type)}`);
  return array;
}

/** The elements between two offsets, both included; negative ones count from the end. */
function slice(call: FunctionCall): Expression {
  expectArguments(call, 3);
  const { sql, type } = anArray(call, 0);
  const [first, last] = [1, 2].map((index) => compileAs(argument(call, index), call.scope, INT64));
  return typed(`bq_array_slice(${sql}, ${first ?? ''}, ${last ?? ''})`, type);
}

/** ARRAY_TO_STRING over STRING or BYTES, with a text for NULL elements, which are left out else. */
function joined(call: FunctionCall): Expression {
  expectArguments(call, 2, 3);
  const array = anArray(call, 0);
  const sql = coerce(array, arrayOf(STRING));
  if (sql === undefined) throw call.node.unsupported(`ARRAY_TO_STRING over ${typeName(array.type)}`);
  const [, delimiter, nullText] = call.args;
  const texts = [delimiter, nullText].flatMap((each) => (each ? compileAs(each, call.scope, STRING) : []));
  return typed(`bq_array_to_string${nullText ? '_with' : ''}(${[sql, ...texts].join(', ')})`, STRING);
}

/** GENERATE_ARRAY over the numbers that its arguments have in common. */
function generated(call: FunctionCall): Expression {
  expectArguments(call, 2, 3);
  const { type, sql } = unify(call.args, call.scope, 'the arguments of GENERATE_ARRAY');
  if (!isNumeric(type)) throw call.node.error(`GENERATE_ARRAY needs numbers, found ${typeName(type)}`);
  const step = `CAST(1 AS ${duckDbType(type)})`;
  const [start = '', end = '', by = step] = sql;
  const macro = type.kind === 'INT64' ? 'bq_generate_array' : `bq_generate_${type.kind.toLowerCase()}_array`;
  return typed(`${macro}(${start}, ${end}, ${by})`, arrayOf(type));
}

function concatenated(call: FunctionCall): Expression {
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
function end(call: FunctionCall, index: number): Expression {
  expectArguments(call, 1);
  const { sql, type } = anArray(call, 0);
  if (type.kind !== 'ARRAY') throw call.node.error(`${call.name} needs an ARRAY, found ${typeName(type)}`);
  return typed(`bq_array_end(${sql}, ${index}, '${call.name}')`, type.element);
}
