import { type UnknownNode } from 'bq2cst';

type Child = { readonly Node: UnknownNode } | { readonly NodeVec: readonly UnknownNode[] };
type Children = Readonly<Record<string, Child>>;

/** Mends the places where the parser's tree is not GoogleSQL's, from the leaves up. */
export function mend(node: UnknownNode): UnknownNode {
  const children = Object.fromEntries(
    Object.entries(childrenOf(node)).map(([name, child]) => [
      name,
      'Node' in child ? { Node: mend(child.Node) } : { NodeVec: child.NodeVec.map(mend) },
    ]),
  );
  return mendSetOperation(mendSign(mendPrefix(mendDirection(withChildren(node, children)))));
}

function childrenOf(node: UnknownNode): Children {
  return node.children as Children;
}

function childOf(node: UnknownNode, name: string): UnknownNode | undefined {
  const child = childrenOf(node)[name];
  return child && 'Node' in child ? child.Node : undefined;
}

function withChildren(node: UnknownNode, children: Children): UnknownNode {
  return { ...node, children } as UnknownNode;
}

function without(node: UnknownNode, ...names: readonly string[]): Children {
  return Object.fromEntries(Object.entries(childrenOf(node)).filter(([name]) => !names.includes(name)));
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

/** `r'…'` and `b'…'` arrive as an operator in front of a string. */
function mendPrefix(node: UnknownNode): UnknownNode {
  const string = childOf(node, 'right');
  const [prefix, quoted] = [node.token, string?.token];
  if (node.node_type !== 'UnaryOperator' || string?.node_type !== 'StringLiteral' || !prefix || !quoted) return node;
  const adjacent = quoted.line === prefix.line && quoted.column === prefix.column + prefix.literal.length;
  if (!adjacent || !/^(r|b|rb|br)$/i.test(prefix.literal)) return node;
  const token = { ...prefix, literal: prefix.literal + quoted.literal };
  return withChildren({ ...string, token }, { ...childrenOf(string), ...without(node, 'right') });
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

/** ORDER BY and LIMIT after a set operation arrive as those of its last SELECT. */
function mendSetOperation(node: UnknownNode): UnknownNode {
  const last = childOf(node, 'right');
  if (node.node_type !== 'SetOperator' || last?.node_type !== 'SelectStatement') return node;
  const { orderby, limit, ...select } = childrenOf(last);
  return withChildren(node, {
    ...childrenOf(node),
    ...(orderby && { orderby }),
    ...(limit && { limit }),
    right: { Node: withChildren(last, select) },
  });
}
