import { type UnknownNode } from 'bq2cst';
import { childOf, childrenOf, withChildren } from '../../cst-children.js';

/** ORDER BY and LIMIT after a set operation arrive as those of its last query. */
export function withOrderOfSetOperation(node: UnknownNode): UnknownNode {
  if (node.node_type !== 'SetOperator') return node;
  const last = childOf(node, 'right');
  if (!last || !/^(Select|Grouped)Statement$/.test(last.node_type)) return node;
  const { orderby, limit, ...rest } = childrenOf(last);
  return withChildren(node, {
    ...childrenOf(node),
    ...(orderby && { orderby }),
    ...(limit && { limit }),
    right: { Node: withChildren(last, rest) },
  });
}
