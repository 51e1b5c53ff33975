import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionCall, expectArguments, type FunctionRule, taking } from '../../rule.js';
import { INT64, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { distinct, understood } from '../modifiers.js';
import { refuseOver } from './quantiles.js';
import { topCount } from './top-counts.js';
import { topSum } from './top-sums.js';
import { NOTHING, SQL, wordSql } from '../../sql-tree/sql.js';

/** The aggregate functions that answer with values of single rows. */
export const PICKING_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ANY_VALUE', anyValue],
  ['MAX_BY', (call) => by(call, 'max')],
  ['MIN_BY', (call) => by(call, 'min')],
  ['APPROX_TOP_COUNT', topCount],
  ['APPROX_TOP_SUM', topSum],
  [
    'GROUPING',
    taking(1, (call) => {
      refuseOver(call);
      return typed(SQL`CAST(grouping(${call.value(0).sql}) AS BIGINT)`, INT64);
    }),
  ],
]);

function anyValue(call: FunctionCall): Expression {
  expectArguments(call, 1);
  // A distinct value is one of all.
  distinct(call);
  const value = call.value(0);
  const having = understood(call, call.node.having);
  if (!having) return typed(SQL`any_value(${value.sql})${call.over}`, value.type);
  return ofExtreme(call, value, having.key, having.extreme);
}

/** `MAX_BY(x, y)` is `ANY_VALUE(x HAVING MAX y)`. */
function by(call: FunctionCall, extreme: 'max' | 'min'): Expression {
  expectArguments(call, 2);
  const value = call.value(0);
  return ofExtreme(call, value, call.argument(1), extreme);
}

function ofExtreme(call: FunctionCall, value: Expression, node: ExpressionNode, extreme: 'max' | 'min'): Expression {
  const key = call.value(node);
  if (isNested(key.type)) throw errorAt(node, `${typeName(key.type)} has no greatest and no least value`);
  const { over } = call;
  const greatest = SQL`${wordSql(extreme)}(${key.sql})`;
  // The rows with that key may have a value that is not NULL, which goes first.
  const found = SQL`${greatest} FILTER (WHERE ${value.sql} IS NOT NULL)${over} = ${greatest}${over}`;
  const picked = SQL`WHEN ${found} THEN ${wordSql(`arg_${extreme}`)}(${value.sql}, ${key.sql})${over}`;
  // NaN is the greatest and the least of all, and no row's key equals it.
  const none = SQL`WHEN bool_or(isnan(${key.sql}))${over} THEN NULL`;
  return typed(SQL`CASE ${key.type.kind === 'FLOAT64' ? SQL`${none} ` : NOTHING}${picked} END`, value.type);
}
