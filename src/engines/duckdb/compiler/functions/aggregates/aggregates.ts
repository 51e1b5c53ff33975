import { withOverflow } from '../../expressions/overflow.js';
import { STATISTICAL_AGGREGATES } from './statistical-aggregates.js';
import { PICKING_AGGREGATES } from './picking-aggregates.js';
import { COLLECTING_AGGREGATES } from './collecting-aggregates.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { BOOL, INT64 } from '../../../../../googlesql/types/types.js';
import { distinct } from '../modifiers.js';
import { approximateQuantiles } from './quantiles.js';
import { SQL, type Sql, textSql, typeSql, wordSql } from '../../sql-tree/sql.js';

export const AGGREGATE_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['COUNT', count],
  [
    'COUNTIF',
    (call) => {
      const counted = SQL`${distinct(call)}CASE WHEN ${call.as(0, BOOL)} THEN 1 END`;
      return SQL`count(${counted})${call.over}`;
    },
  ],
  ['SUM', sum],
  ['AVG', average],
  ['MIN', (call) => extreme(call, 'min')],
  ['MAX', (call) => extreme(call, 'max')],
  ['LOGICAL_OR', (call) => logical(call, 'bool_or')],
  ['LOGICAL_AND', (call) => logical(call, 'bool_and')],
  [
    'APPROX_COUNT_DISTINCT',
    (call) => {
      return SQL`count(DISTINCT ${call.value(0).sql})`;
    },
  ],
  ['APPROX_QUANTILES', approximateQuantiles],
  ...PICKING_AGGREGATES,
  ...COLLECTING_AGGREGATES,
  ...STATISTICAL_AGGREGATES,
]);

function count(call: FunctionCall): Expression {
  if (call.argument(0).type === 'Star') {
    const number = SQL`count(*)${call.over}`;
    // DuckDB counts less than nothing in a frame of RANGE that ends before it begins.
    return typed(call.over.length > 0 ? SQL`greatest(${number}, 0)` : number, INT64);
  }
  return typed(SQL`count(${distinct(call)}${call.value(0).sql})${call.over}`, INT64);
}

/** The values to add up, in an order that hides how callers' rows are stored beside others': it must not show in the last digits. */
function summands(call: FunctionCall, { sql, type }: Expression): Sql {
  const { scope, over, node } = call;
  const isOrdered = type.kind === 'FLOAT64' && scope.context.isBarred && over.length === 0 && !node.distinct;
  return isOrdered ? SQL`bq_one_by_one(${sql})` : SQL`${distinct(call)}${sql}`;
}

/** GoogleSQL: an infinity is an error unless one went in. */
function finite(call: FunctionCall, { sql }: Expression, total: Sql): Sql {
  const isOverflow = SQL`isinf(${total}) AND NOT bool_or(isinf(${sql}))${call.over}`;
  const error = SQL`error(${textSql(`floating point overflow in ${call.name}`)})`;
  return SQL`CASE WHEN ${isOverflow} THEN ${error} ELSE ${total} END`;
}

function sum(call: FunctionCall): Sql {
  const value = call.value(0);
  const total = SQL`sum(${summands(call, value)})${call.over}`;
  if (value.type.kind === 'INT64') return withOverflow(SQL`CAST(${total} AS BIGINT)`);
  return value.type.kind === 'FLOAT64' ? finite(call, value, total) : SQL`bq_numeric(${total})`;
}

function average(call: FunctionCall): Sql {
  const value = call.value(0);
  const { type } = value;
  const sql = summands(call, value);
  if (type.kind === 'NUMERIC') {
    const count = SQL`CAST(count(${sql})${call.over} AS ${typeSql(type)})`;
    // A division by no values is no error here.
    const mean = SQL`bq_numeric_divide(sum(${sql})${call.over}, nullif(${count}, 0))`;
    return SQL`CAST(${mean} AS ${typeSql(type)})`;
  }
  const mean = SQL`avg(${sql})${call.over}`;
  return type.kind === 'INT64' ? mean : finite(call, value, mean);
}

function extreme(call: FunctionCall, name: 'min' | 'max'): Sql {
  const value = call.value(0);
  // The least and the greatest of the distinct values are those of all.
  const found = SQL`${wordSql(name)}(${value.sql})${call.over}`;
  if (value.type.kind !== 'FLOAT64') return found;
  // GoogleSQL: one NaN makes the answer NaN.
  return SQL`CASE WHEN bool_or(isnan(${value.sql}))${call.over} THEN 'nan'::DOUBLE ELSE ${found} END`;
}

function logical(call: FunctionCall, name: string): Sql {
  return SQL`${wordSql(name)}(${call.as(0, BOOL)})${call.over}`;
}
