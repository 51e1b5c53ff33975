import { type BracketedQueryNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { childOf, expectOnly } from '../node-refusals.js';
import { readLimit, readOrderBy } from '../read-order.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readQueryNode } from './read-query-node.js';

/** `(query) ORDER BY … LIMIT …`; what stands `around` it, such as its WITH or its alias, is read by others. */
export function readBracketedQuery(
  node: SyntaxNode,
  read: ExpressionReader,
  around: readonly string[] = [],
): BracketedQueryNode {
  expectOnly(node, 'stmt', 'orderby', 'limit', ...around);
  const [orderBy, limit] = [node.child('orderby'), node.child('limit')];
  return {
    type: 'BracketedQuery',
    ...writtenAt(node),
    query: readQueryNode(childOf(node, 'stmt'), read),
    orderBy: orderBy && readOrderBy(orderBy, read),
    limit: limit && readLimit(limit),
  };
}
