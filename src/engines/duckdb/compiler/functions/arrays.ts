import { arrayAround } from '../../../../googlesql/resolver/expressions/constructors.js';
import { onlyColumn } from '../../../../googlesql/resolver/expressions/only-column.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../expression.js';
import { compileInterval } from '../literals/interval.js';
import { chosen, isNeverEmpty, lengthSql } from '../records/record-access.js';
import { type FunctionCall, queryArgument, type Rule } from '../rule.js';
import {
  arrayOf,
  INT64,
  isNumeric,
  definiteType,
  elementOf,
  TIMESTAMP,
  typeName,
} from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, textSql, typeSql, wordSql } from '../sql-tree/sql.js';

export const ARRAY_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'ARRAY',
    (call) => {
      const subquery = queryArgument(call);
      const { compiler } = call.scope.context;
      const ofRecord = compiler.recordQuery(subquery, call.scope);
      if (ofRecord) {
        const type = arrayAround(ofRecord.type, call.node);
        return typed(chosen(ofRecord, SQL`[${ofRecord.sql}]`, SQL`[]`), type);
      }
      const query = compiler.query(subquery, call.scope, true);
      const type = definiteType(onlyColumn(query.columns, call.node, 'ARRAY').type);
      return typed(SQL`ARRAY(${query.sql})`, arrayAround(type, call.node));
    },
  ],
  ['ARRAY_LENGTH', (call) => typed(lengthSql(anArray(call)), INT64)],
  ['ARRAY_SLICE', slice],
  ['ARRAY_TO_STRING', ['bq_array_to_string', 'bq_array_to_string_with', undefined, undefined]],
  ['ARRAY_CONCAT', concatenated],
  [
    'ARRAY_REVERSE',
    (call) => {
      const { sql, type } = anArray(call);
      return typed(SQL`list_reverse(${sql})`, type);
    },
  ],
  ['ARRAY_FIRST', (call) => end(call, 1)],
  ['ARRAY_LAST', (call) => end(call, -1)],
  ['GENERATE_ARRAY', generated],
  [
    'GENERATE_TIMESTAMP_ARRAY',
    (call) => {
      const range = [call.as(0, TIMESTAMP), call.as(1, TIMESTAMP), compileInterval(call.argument(2), call).sql];
      return typed(SQL`bq_generate_timestamp_array(${joinSql(range)})`, arrayOf(TIMESTAMP));
    },
  ],
]);

function anArray(call: FunctionCall): Expression {
  const node = call.argument(0);
  const array = call.value(node);
  if (array.type.kind === 'NULL') return typed(SQL`CAST(NULL AS BIGINT[])`, arrayOf(INT64));
  if (array.type.kind !== 'ARRAY') throw errorAt(node, `${call.name} needs an ARRAY, found ${typeName(array.type)}`);
  return array;
}

/** The elements between two offsets, both included; negative ones count from the end. */
function slice(call: FunctionCall): Expression {
  const { sql, type } = anArray(call);
  return typed(SQL`bq_array_slice(${sql}, ${call.as(1, INT64)}, ${call.as(2, INT64)})`, type);
}

/** GENERATE_ARRAY over the numbers that its arguments have in common. */
function generated(call: FunctionCall): Expression {
  const { type, sql } = call.unified();
  if (!isNumeric(type)) throw errorAt(call.node, `GENERATE_ARRAY needs numbers, found ${typeName(type)}`);
  const step = SQL`CAST(1 AS ${typeSql(type)})`;
  const [start = NOTHING, end = NOTHING, by = step] = sql;
  const macro =
    type.kind === 'INT64' ? SQL`bq_generate_array` : wordSql(`bq_generate_${type.kind.toLowerCase()}_array`);
  return typed(SQL`${macro}(${start}, ${end}, ${by})`, arrayOf(type));
}

function concatenated(call: FunctionCall): Expression {
  const { type, sql } = call.unified();
  if (type.kind !== 'ARRAY') throw errorAt(call.node, `ARRAY_CONCAT needs ARRAYs, found ${typeName(type)}`);
  const [first = NOTHING, ...others] = sql;
  return typed(
    others.reduce((left, right) => SQL`bq_array_concat(${left}, ${right})`, first),
    type,
  );
}

/** The first or the last element; an error in an empty array. */
function end(call: FunctionCall, index: number): Expression {
  const array = anArray(call);
  const { sql, type, record } = array;
  if (record && isNeverEmpty(array)) return record;
  return typed(SQL`bq_array_end(${sql}, ${index}, ${textSql(call.name)})`, elementOf(type));
}
