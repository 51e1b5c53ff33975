import { type UnknownNode } from 'bq2cst';
import { childOf, childrenOf, withChildren, without } from '../../cst-children.js';

/** The children of an item of ORDER BY that have its direction. */
export const DIRECTION: readonly string[] = ['order', 'null_order'];

/** In `ORDER BY a.b DESC NULLS LAST` the direction arrives as a part of `b`, in `a + b DESC` as one of the right operand. */
export function withSortDirection(node: UnknownNode): UnknownNode {
  const right = childOf(node, 'right');
  if (!right || !/^(?:Dot|Binary|Unary)Operator$/.test(node.node_type)) return node;
  if (!DIRECTION.some((name) => name in childrenOf(right))) return node;
  const found = Object.entries(childrenOf(right)).filter(([name]) => DIRECTION.includes(name));
  const operand = withChildren(right, without(right, ...DIRECTION));
  return withChildren(node, { ...childrenOf(node), ...Object.fromEntries(found), right: { Node: operand } });
}
