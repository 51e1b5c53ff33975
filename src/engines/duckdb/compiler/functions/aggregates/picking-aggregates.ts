import { type CstNode } from '../../cst.js';
import { type Expression, typed } from '../../expression.js';
import { compileExpression } from '../../expressions/expressions.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { INT64, isNested, typeName } from '../../../../../googlesql/types/types.js';
import { distinct } from '../modifiers.js';
import { refuseOver } from './quantiles.js';
import { topCount } from './top-counts.js';
import { topSum } from './top-sums.js';

/** The aggregate functions that answer with values of single rows. */
export const PICKING_AGGREGATES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['ANY_VALUE', anyValue],
  ['MAX_BY', (call) => by(call, 'max')],
  ['MIN_BY', (call) => by(call, 'min')],
  ['APPROX_TOP_COUNT', topCount],
  ['APPROX_TOP_SUM', topSum],
  [
    'GROUPING',
    (call) => {
      expectArguments(call, 1);
      refuseOver(call);
      return typed(`CAST(grouping(${compileExpression(argument(call, 0), call.scope).sql}) AS BIGINT)`, INT64);
    },
  ],
]);

function anyValue(call: FunctionCall): Expression {
  expectArguments(call, 1);
  // One of the distinct values is one of all.
  distinct(call);
  const value = compileExpression(argument(call, 0), call.scope);
  const having = call.node.claim('having').child('having');
  if (!having) return typed(`any_value(${value.sql})${call.over}`, value.type);
  having.only('next_keyword');
  const extreme = having.need('next_keyword');
  extreme.only('expr');
  return ofExtreme(call, value, extreme.need('expr'), extreme.keyword === 'MAX' ? 'max' : 'min');
}

/** `MAX_BY(x, y)` is `ANY_VALUE(x HAVING MAX y)`. */
function by(call: FunctionCall, extreme: 'max' | 'min'): Expression {
  expectArguments(call, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  return ofExtreme(call, value, argument(call, 1), extreme);
}

function ofExtreme(call: FunctionCall, value: Expression, node: CstNode, extreme: 'max' | 'min'): Expression {
  const key = compileExpression(node, call.scope);
  if (isNested(key.type)) throw node.error(`${typeName(key.type)} has no greatest and no least value`);
  const { over } = call;
  const greatest = `${extreme}(${key.sql})`;
  // Of the rows with that key one whose value is not NULL, if there is one.
  const found = `${greatest} FILTER (WHERE ${value.sql} IS NOT NULL)${over} = ${greatest}${over}`;
  const picked = `WHEN ${found} THEN arg_${extreme}(${value.sql}, ${key.sql})${over}`;
  // NaN is the greatest and the least of all, and no row's key equals it.
  const none = `WHEN bool_or(isnan(${key.sql}))${over} THEN NULL`;
  return typed(`CASE ${key.type.kind === 'FLOAT64' ? `${none} ` : ''}${picked} END`, value.type);
}
