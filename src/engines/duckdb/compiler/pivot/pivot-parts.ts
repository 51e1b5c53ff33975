import { isConstant } from '../../../../googlesql/checks/constant.js';
import { type ExpressionNode, type AliasedExpression } from '../../../../googlesql/ast/nodes.js';
import { AGGREGATE_NAMES, RANDOM_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { callsIn, refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { coerce, type Expression, typed } from '../expression.js';
import { isGroupable } from '../types/groupable.js';
import { numericOfLiteral } from '../literals/numeric-literal.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { type Sql } from '../sql-tree/sql.js';

/** A constant that rows are compared with, and the node that may give it a name. */
export interface PivotValue {
  readonly node: AliasedExpression;
  readonly sql: Sql;
}

/** The expression after FOR. */
export function pivotInput(node: ExpressionNode, scope: Scope): Expression {
  refuseAggregate(node, 'PIVOT compares a value of each row');
  refuseWindow(node, 'PIVOT');
  const { sql, type } = scope.value(node);
  if (!isGroupable(type)) throw unsupportedAt(node, `PIVOT FOR a value of type ${typeName(type)}`);
  return typed(sql, type);
}

/** One of the calls in front of FOR, with the function's name. */
export function pivotAggregate(
  { value: node }: AliasedExpression,
  scope: Scope,
): { readonly name: string; readonly expression: Expression } {
  if (node.type !== 'Call' || node.isSafe || node.over || !AGGREGATE_NAMES.has(node.name)) {
    throw errorAt(node, 'PIVOT takes calls of aggregate functions; write expressions inside of them');
  }
  const { name, nulls, args } = node;
  if (args.length > 1) throw errorAt(node, 'PIVOT takes aggregate functions of one argument');
  if (callsIn(node, ...RANDOM_NAMES).length > 0) throw unsupportedAt(node, 'a random value in PIVOT');
  if (name === 'GROUPING') throw errorAt(node, 'PIVOT makes its groups itself; GROUPING tells nothing of them');
  if (nulls?.areIgnored === false || (name === 'ARRAY_AGG' && !nulls)) {
    throw errorAt(node, 'PIVOT takes aggregate functions that pass over NULL; write IGNORE NULLS');
  }
  return { name, expression: scope.value(node) };
}

/** The values after IN. */
export function pivotValues(values: readonly AliasedExpression[], type: SqlType, context: QueryContext): PivotValue[] {
  return values.map((node) => {
    if (!isConstant(node.value)) throw errorAt(node, 'a value of PIVOT is a constant');
    const exact = type.kind === 'NUMERIC' ? numericOfLiteral(node.value) : undefined;
    const value = exact ?? new Scope(context, []).value(node.value);
    const sql = coerce(value, type);
    if (sql === undefined) {
      throw errorAt(node, `this is ${typeName(value.type)}, but PIVOT compares it with ${typeName(type)}`);
    }
    return { node, sql };
  });
}
