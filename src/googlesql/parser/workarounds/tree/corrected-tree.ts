import { type UnknownNode } from 'bq2cst';
import { assertWellRead } from './unread-tokens.js';
import { type Child, childOf, childrenOf, listOf, withChildren, without } from '../../cst-children.js';

/**
 * Mends the places where the parser's tree is not GoogleSQL's, from the leaves up; nodes with nothing to mend stay what they are.
 *
 * @throws UnparsedQuery where it is a tree of something else
 */
export function mend(node: UnknownNode): UnknownNode {
  return mendChain(mendSetOperation(mendSign(mendDirection(withMendedChildren(node)))));
}

function withMendedChildren(node: UnknownNode): UnknownNode {
  assertWellRead(node);
  let mended: Record<string, Child> | undefined;
  for (const [name, child] of Object.entries(childrenOf(node))) {
    const found = mendChild(child);
    if (found !== child) mended = { ...(mended ?? childrenOf(node)), [name]: found };
  }
  return mended ? withChildren(node, mended) : node;
}

function mendChild(child: Child): Child {
  if ('Node' in child) {
    const found = mend(child.Node);
    return found === child.Node ? child : { Node: found };
  }
  const found = child.NodeVec.map(mend);
  return found.some((each, index) => each !== child.NodeVec[index]) ? { NodeVec: found } : child;
}

const DIRECTION = ['order', 'null_order'];

/** In `ORDER BY a.b DESC NULLS LAST` the direction arrives as a part of `b`, in `a + b DESC` as one of the right operand. */
function mendDirection(node: UnknownNode): UnknownNode {
  const right = childOf(node, 'right');
  if (!right || !/^(?:Dot|Binary|Unary)Operator$/.test(node.node_type)) return node;
  if (!DIRECTION.some((name) => name in childrenOf(right))) return node;
  const found = Object.entries(childrenOf(right)).filter(([name]) => DIRECTION.includes(name));
  const operand = withChildren(right, without(right, ...DIRECTION));
  return withChildren(node, { ...childrenOf(node), ...Object.fromEntries(found), right: { Node: operand } });
}

/** `-a.b` and `-a[0]` arrive as `(-a).b` and `(-a)[0]`. */
function mendSign(node: UnknownNode): UnknownNode {
  if (node.node_type !== 'DotOperator' && node.node_type !== 'AccessOperator') return node;
  const sign = childOf(node, 'left');
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

/** ORDER BY and LIMIT after a set operation arrive as those of its last query. */
function mendSetOperation(node: UnknownNode): UnknownNode {
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
