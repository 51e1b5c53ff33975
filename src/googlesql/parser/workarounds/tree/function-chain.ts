import { type UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf, withChildren, without } from '../../cst-children.js';
import { DIRECTION } from './sort-direction.js';

/** Functions whose arguments are no plain list. */
const SPECIAL = /^(IF|CAST|SAFE_CAST|EXTRACT|EXISTS|ARRAY|STRUCT|UNNEST)$/i;

/** `(x).UPPER()` arrives as a node of its own, and is `UPPER(x)`. */
export function withoutFunctionChain(node: UnknownNode): UnknownNode {
  if ((node.node_type as string) !== 'FunctionChain') return node;
  const [first, call] = [childOf(node, 'left'), childOf(node, 'right')];
  if (!first || !call) return node;
  const name = childOf(call, 'func');
  const isPlain = Object.keys(childrenOf(call)).every((child) =>
    ['func', 'args', 'rparen', ...DIRECTION].includes(child),
  );
  if (!isPlain || name?.node_type !== 'Identifier' || SPECIAL.test(name.token.literal)) return node;
  if (!/^(GroupedExpr|CallingFunction|StringLiteral)$/.test(first.node_type)) return node;
  const args = { NodeVec: [first, ...listOf(call, 'args')] };
  return withChildren(call, { ...childrenOf(call), ...without(node, 'left', 'right'), args });
}
