import { type QueryNode } from '../../ast/expression-node.js';
import { type SetOperationNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly } from '../node-refusals.js';
import { readLimit, readOrderBy } from '../read-order.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readQueryNode } from './read-query-node.js';
import { isSameOperator, OPERATOR_PARTS, readSetOperator } from './read-set-operator.js';

/** Queries with UNION, INTERSECT or EXCEPT between them; what stands `around` them, such as their WITH, is read by others. */
export function readSetOperation(
  node: SyntaxNode,
  read: ExpressionReader,
  around: readonly string[] = [],
): SetOperationNode {
  const [orderBy, limit] = [node.child('orderby'), node.child('limit')];
  return {
    type: 'SetOperation',
    ...writtenAt(node),
    operator: readSetOperator(node),
    operands: readOperands(node, read, around),
    orderBy: orderBy && readOrderBy(orderBy, read),
    limit: limit && readLimit(limit),
  };
}

/** The queries on both sides, and those of operations of the same kind in front of them. */
function readOperands(node: SyntaxNode, read: ExpressionReader, around: readonly string[]): readonly QueryNode[] {
  const operator = readSetOperator(node);
  const found: SyntaxNode[] = [];
  let current = node;
  for (;;) {
    const outermost = current === node ? ['orderby', 'limit', ...around] : [];
    expectOnly(current, 'left', 'right', ...OPERATOR_PARTS, ...outermost);
    const left = childOf(current, 'left');
    found.unshift(childOf(current, 'right'));
    if (left.type !== 'GroupedStatement' && (left.has('orderby') || left.has('limit'))) {
      throw badSyntax(left, `ORDER BY and LIMIT before ${operator.name} need parentheses around their query`);
    }
    if (left.type !== 'SetOperator') return [left, ...found].map((each) => readQueryNode(each, read));
    if (!isSameOperator(readSetOperator(left), operator)) {
      throw badSyntax(current, `${operator.name} after another set operation needs parentheses`);
    }
    current = left;
  }
}
