import { isConstant } from '../../../../googlesql/checks/constant-expression.js';
import { callsIn, isAggregate, refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { isGroupable } from '../types/groupable.js';
import { numericOfLiteral } from '../literals/numeric-literal.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { type SqlType, typeName } from '../../../../googlesql/types/types.js';

/** A constant that rows are compared with, and the node that may give it a name. */
export interface PivotValue {
  readonly node: CstNode;
  readonly sql: string;
}

/** What stands after FOR. */
export function pivotInput(clause: CstNode, scope: Scope): Expression {
  clause.only('expr');
  const node = clause.need('expr');
  refuseAggregate(node, 'PIVOT compares a value of each row');
  refuseWindow(node, 'PIVOT');
  // Its SQL is read at once, so that its columns are known to be in use.
  const { sql, type } = compileExpression(node, scope);
  if (!isGroupable(type)) throw node.unsupported(`PIVOT FOR a value of type ${typeName(type)}`);
  return typed(sql, type);
}

/** One of the calls in front of FOR. */
export function pivotAggregate(node: CstNode, scope: Scope): Expression {
  if (!isAggregate(node))
    throw node.error('PIVOT takes calls of aggregate functions; write expressions inside of them');
  const { keyword } = node.need('func');
  const nulls = node.list('ignore_nulls')[0]?.keyword;
  if (node.list('args').length > 1) throw node.error('PIVOT takes aggregate functions of one argument');
  if (callsIn(node, 'RAND', 'GENERATE_UUID').length > 0) throw node.unsupported('a random value in PIVOT');
  if (keyword === 'GROUPING') throw node.error('PIVOT makes its groups itself; GROUPING tells nothing of them');
  if (nulls === 'RESPECT' || (keyword === 'ARRAY_AGG' && nulls !== 'IGNORE')) {
    throw node.error('PIVOT takes aggregate functions that pass over NULL; write IGNORE NULLS');
  }
  return compileExpression(node.claim('as', 'alias'), scope);
}

/** What stands after IN. */
export function pivotValues(clause: CstNode, type: SqlType, context: QueryContext): PivotValue[] {
  clause.only('group');
  const group = clause.need('group');
  group.only('exprs');
  return group.list('exprs').map((node) => {
    node.claim('as', 'alias');
    if (!isConstant(node)) throw node.error('a value of PIVOT is a constant');
    const exact = type.kind === 'NUMERIC' ? numericOfLiteral(node) : undefined;
    const value = exact ?? compileExpression(node, new Scope(context, []));
    const sql = coerce(value, type);
    if (sql === undefined) {
      throw node.error(`this is ${typeName(value.type)}, but PIVOT compares it with ${typeName(type)}`);
    }
    return { node, sql };
  });
}
