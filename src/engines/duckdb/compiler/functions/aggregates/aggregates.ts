import { withOverflow } from '../../expressions/overflow.js';
import { STATISTICAL_AGGREGATES } from './statistical-aggregates.js';
import { PICKING_AGGREGATES } from './picking-aggregates.js';
import { COLLECTING_AGGREGATES } from './collecting-aggregates.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { BOOL, FLOAT64, INT64 } from '../../../../../googlesql/types/types.js';
import { comparable, distinct, number } from '../modifiers.js';
import { approximateQuantiles, refuseOver } from './quantiles.js';
import { SQL, type Sql, textSql, typeSql, wordSql } from '../../sql-tree/sql.js';

export const AGGREGATE_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['COUNT', count],
  [
    'COUNTIF',
    (call) => {
      const counted = SQL`${distinct(call)}CASE WHEN ${call.as(0, BOOL)} THEN 1 END`;
      return typed(SQL`count(${counted})${call.over}`, INT64);
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
      refuseOver(call);
      return typed(SQL`count(DISTINCT ${countable(call).sql})`, INT64);
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
  const value = call.node.distinct ? countable(call) : call.value(0);
  return typed(SQL`count(${distinct(call)}${value.sql})${call.over}`, INT64);
}

/** A value that can be compared for DISTINCT. */
function countable(call: FunctionCall): Expression {
  return comparable(call, 'DISTINCT');
}

/** The values to add up, in an order that hides how callers' rows are stored beside others': it must not show in the last digits. */
function summands(call: FunctionCall, { sql, type }: Expression): Sql {
  const { scope, over, node } = call;
  const isOrdered = type.kind === 'FLOAT64' && scope.context.isBarred && over.length === 0 && !node.distinct;
  return isOrdered ? SQL`bq_one_by_one(${sql})` : SQL`${distinct(call)}${sql}`;
}

/** GoogleSQL: an infinity is an error unless one went in. */
function finite(call: FunctionCall, { sql }: Expression, total: Sql): Expression {
  const isOverflow = SQL`isinf(${total}) AND NOT bool_or(isinf(${sql}))${call.over}`;
  const error = SQL`error(${textSql(`floating point overflow in ${call.name}`)})`;
  return typed(SQL`CASE WHEN ${isOverflow} THEN ${error} ELSE ${total} END`, FLOAT64);
}

function sum(call: FunctionCall): Expression {
  const value = number(call);
  const total = SQL`sum(${summands(call, value)})${call.over}`;
  if (value.type.kind === 'INT64') return typed(withOverflow(SQL`CAST(${total} AS BIGINT)`), INT64);
  return value.type.kind === 'FLOAT64' ? finite(call, value, total) : typed(SQL`bq_numeric(${total})`, value.type);
}

function average(call: FunctionCall): Expression {
  const value = number(call);
  const { type } = value;
  const sql = summands(call, value);
  if (type.kind === 'NUMERIC') {
    const count = SQL`CAST(count(${sql})${call.over} AS ${typeSql(type)})`;
    // A division by no values is no error here.
    const mean = SQL`bq_numeric_divide(sum(${sql})${call.over}, nullif(${count}, 0))`;
    return typed(SQL`CAST(${mean} AS ${typeSql(type)})`, type);
  }
  const mean = SQL`avg(${sql})${call.over}`;
  return type.kind === 'INT64' ? typed(mean, FLOAT64) : finite(call, value, mean);
}

function extreme(call: FunctionCall, name: 'min' | 'max'): Expression {
  const value = comparable(call);
  // The least and the greatest of the distinct values are those of all.
  distinct(call);
  const found = SQL`${wordSql(name)}(${value.sql})${call.over}`;
  if (value.type.kind !== 'FLOAT64') return typed(found, value.type);
  // GoogleSQL: one NaN makes the answer NaN.
  return typed(SQL`CASE WHEN bool_or(isnan(${value.sql}))${call.over} THEN 'nan'::DOUBLE ELSE ${found} END`, FLOAT64);
}

function logical(call: FunctionCall, name: string): Expression {
  distinct(call);
  return typed(SQL`${wordSql(name)}(${call.as(0, BOOL)})${call.over}`, BOOL);
}
