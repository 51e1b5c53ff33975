import type { UnknownNode } from 'bq2cst';

export type Child = { readonly Node: UnknownNode } | { readonly NodeVec: readonly UnknownNode[] };
export type Children = Readonly<Record<string, Child>>;

export function childrenOf(node: UnknownNode): Children {
  return node.children as Children;
}

export function childOf(node: UnknownNode, name: string): UnknownNode | undefined {
  const child = childrenOf(node)[name];
  return child && 'Node' in child ? child.Node : undefined;
}

export function listOf(node: UnknownNode, name: string): readonly UnknownNode[] {
  const child = childrenOf(node)[name];
  return child && 'NodeVec' in child ? child.NodeVec : [];
}

export function withChildren(node: UnknownNode, children: Children): UnknownNode {
  return { ...node, children } as UnknownNode;
}

export function without(node: UnknownNode, ...names: readonly string[]): Children {
  return Object.fromEntries(Object.entries(childrenOf(node)).filter(([name]) => !names.includes(name)));
}
