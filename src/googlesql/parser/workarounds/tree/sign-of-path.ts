import { type UnknownNode } from 'bq2cst';
import { childOf, childrenOf, withChildren, without } from '../../cst-children.js';

/** `-a.b` and `-a[0]` arrive as `(-a).b` and `(-a)[0]`. */
export function withSignOfPath(node: UnknownNode): UnknownNode {
  if (node.node_type !== 'DotOperator' && node.node_type !== 'AccessOperator') return node;
  const sign = childOf(node, 'left');
  if (sign?.node_type !== 'UnaryOperator' || !/^[-+~]$/.test(sign.token.literal)) return node;
  const { right, rparen } = childrenOf(node);
  const { right: operand } = childrenOf(sign);
  if (!operand || !right) return node;
  const inner = withSignOfPath(withChildren(node, { left: operand, right, ...(rparen && { rparen }) }));
  return withChildren(sign, { ...without(node, 'left', 'right', 'rparen'), right: { Node: inner } });
}
