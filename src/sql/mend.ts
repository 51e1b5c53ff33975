import { type UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf, withChildren, without } from './cst-children.js';

/** Mends the places where the parser's tree is not GoogleSQL's, from the leaves up. */
export function mend(node: UnknownNode): UnknownNode {
  const children = Object.fromEntries(
    Object.entries(childrenOf(node)).map(([name, child]) => [
      name,
      'Node' in child ? { Node: mend(child.Node) } : { NodeVec: child.NodeVec.map(mend) },
    ]),
  );
  return mendChain(mendSetOperation(mendSign(mendDirection(withChildren(node, children)))));
}

const DIRECTION = ['order', 'null_order'];

/** In `ORDER BY a.b DESC NULLS LAST` the direction arrives as a part of `b`, in `a + b DESC` as one of the right operand. */
function mendDirection(node: UnknownNode): UnknownNode {
  const right = childOf(node, 'right');
  if (!right || !/^(?:Dot|Binary|Unary)Operator$/.test(node.node_type)) return node;
  const found = Object.entries(childrenOf(right)).filter(([name]) => DIRECTION.includes(name));
  if (found.length === 0) return node;
  const operand = withChildren(right, without(right, ...DIRECTION));
  return withChildren(node, { ...childrenOf(node), ...Object.fromEntries(found), right: { Node: operand } });
}

/** `-a.b` and `-a[0]` arrive as `(-a).b` and `(-a)[0]`. */
function mendSign(node: UnknownNode): UnknownNode {
  const sign = childOf(node, 'left');
  if (node.node_type !== 'DotOperator' && node.node_type !== 'AccessOperator') return node;
  if (sign?.node_type !== 'UnaryOperator' || !/^[-+~]$/.test(sign.token.literal)) return node;
  const { right, rparen } = childrenOf(node);
  const { right: operand } = childrenOf(sign);
  if (!operand || !right) return node;
  const inner = mendSign(withChildren(node, { left: operand, right, ...(rparen && { rparen }) }));
  return withChildren(sign, { ...without(node, 'left', 'right', 'rparen'), right: { Node: inner } });
}

/** Functions whose arguments are no plain list. */
const SPECIAL = /^(IF|CAST|SAFE_CAST|EXTRACT|EXISTS|ARRAY|STRUCT|UNNEST)$/i;

/** `(x).UPPER()` is `UPPER(x)`. */
function mendChain(node: UnknownNode): UnknownNode {
  const [first, call] = [childOf(node, 'left'), childOf(node, 'right')];
  if ((node.node_type as string) !== 'FunctionChain' || !first || !call) return node;
  const name = childOf(call, 'func');
  const isPlain = Object.keys(childrenOf(call)).every((child) =>
    ['func', 'args', 'rparen', ...DIRECTION].includes(child),
  );
  if (!isPlain || name?.node_type !== 'Identifier' || SPECIAL.test(name.token.literal)) return node;
  if (!/^(GroupedExpr|CallingFunction|StringLiteral)$/.test(first.node_type)) return node;
  const args = { NodeVec: [first, ...listOf(call, 'args')] };
  return withChildren(call, { ...childrenOf(call), ...without(node, 'left', 'right'), args });
}

/** ORDER BY and LIMIT after a set operation arrive as those of its last query. */
function mendSetOperation(node: UnknownNode): UnknownNode {
  const last = childOf(node, 'right');
  if (node.node_type !== 'SetOperator' || !last || !/^(Select|Grouped)Statement$/.test(last.node_type)) return node;
  const { orderby, limit, ...rest } = childrenOf(last);
  return withChildren(node, {
    ...childrenOf(node),
    ...(orderby && { orderby }),
    ...(limit && { limit }),
    right: { Node: withChildren(last, rest) },
  });
}
