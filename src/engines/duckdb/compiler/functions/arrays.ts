import { queryArgument } from '../../../../googlesql/resolver/functions/call-value.js';
import { arrayAround } from '../../../../googlesql/resolver/expressions/constructors.js';
import { onlyColumn } from '../../../../googlesql/resolver/expressions/only-column.js';
import { type Expression, typed } from '../expression.js';
import { compileInterval } from '../literals/interval.js';
import { chosen, isNeverEmpty, lengthSql } from '../records/record-access.js';
import { type FunctionCall, type Rule } from '../rule.js';
import { arrayOf, INT64, definiteType, elementOf, TIMESTAMP } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, textSql, typeSql, wordSql, type Sql } from '../sql-tree/sql.js';

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
  ['ARRAY_LENGTH', (call) => lengthSql(anArray(call))],
  ['ARRAY_SLICE', ['bq_array_slice']],
  ['ARRAY_TO_STRING', ['bq_array_to_string', 'bq_array_to_string_with', undefined, undefined]],
  ['ARRAY_CONCAT', concatenated],
  ['ARRAY_REVERSE', ['list_reverse']],
  ['ARRAY_FIRST', (call) => end(call, 1)],
  ['ARRAY_LAST', (call) => end(call, -1)],
  ['GENERATE_ARRAY', generated],
  [
    'GENERATE_TIMESTAMP_ARRAY',
    (call) => {
      const range = [call.as(0, TIMESTAMP), call.as(1, TIMESTAMP), compileInterval(call.argument(2), call).sql];
      return SQL`bq_generate_timestamp_array(${joinSql(range)})`;
    },
  ],
]);

function anArray(call: FunctionCall): Expression {
  const array = call.value(0);
  if (array.type.kind === 'NULL') return typed(SQL`CAST(NULL AS BIGINT[])`, arrayOf(INT64));
  return array;
}

/** GENERATE_ARRAY over the numbers that its arguments have in common. */
function generated(call: FunctionCall): Sql {
  const { type, sql } = call.unified();
  const step = SQL`CAST(1 AS ${typeSql(type)})`;
  const [start = NOTHING, end = NOTHING, by = step] = sql;
  const macro =
    type.kind === 'INT64' ? SQL`bq_generate_array` : wordSql(`bq_generate_${type.kind.toLowerCase()}_array`);
  return SQL`${macro}(${start}, ${end}, ${by})`;
}

function concatenated(call: FunctionCall): Sql {
  const [first = NOTHING, ...others] = call.unified().sql;
  return others.reduce((left, right) => SQL`bq_array_concat(${left}, ${right})`, first);
}

/** The first or the last element; an error in an empty array. */
function end(call: FunctionCall, index: number): Expression {
  const array = anArray(call);
  const { sql, type, record } = array;
  if (record && isNeverEmpty(array)) return record;
  return typed(SQL`bq_array_end(${sql}, ${index}, ${textSql(call.name)})`, elementOf(type));
}
