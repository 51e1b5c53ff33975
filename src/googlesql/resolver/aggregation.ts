import { type CallNode, type QueryNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { AGGREGATE_NAMES, CATALOGUE } from '../functions/catalogue.js';
import { errorAt } from './dialect-error.js';

/** Refuses aggregate functions in a part of a query that is evaluated before there are groups, or inside another one. */
export function refuseAggregate(node: TreeNode, remedy: string): void {
  const call = aggregateIn(node);
  if (call) throw errorAt(call, `${call.name} is an aggregate function; ${remedy}`);
}

/** The first aggregate function that belongs to the query at hand, not to one in parentheses. */
export function aggregateIn(node: TreeNode): CallNode | undefined {
  return firstIn(node, isAggregate);
}

/** The first query within an expression. */
export function queryIn(node: TreeNode): QueryNode | undefined {
  return firstIn(node, (each): each is QueryNode => each.type === 'Query');
}

/** Refuses a window function in a part of a query that comes before there are windows, or inside another one. */
export function refuseWindow(node: TreeNode, where: string): void {
  const call = windowIn(node);
  if (call) throw errorAt(call, `${call.name} … OVER cannot stand in ${where}; work it out in a WITH query first`);
}

/** The first window function that belongs to the query at hand. */
export function windowIn(node: TreeNode): CallNode | undefined {
  return firstIn(node, (each): each is CallNode => each.type === 'Call' && each.over !== undefined);
}

/** Whether it is a call of a function of which nothing is known: it may be an aggregate one. */
export function mayAggregate(node: TreeNode): node is CallNode {
  return node.type === 'Call' && !CATALOGUE.has(node.name);
}

export function isAggregate(node: TreeNode): node is CallNode {
  return node.type === 'Call' && AGGREGATE_NAMES.has(node.name) && node.over === undefined;
}

/** All calls of these functions that belong to the query at hand. */
export function callsIn(node: TreeNode, ...names: readonly string[]): CallNode[] {
  const own = node.type === 'Call' && names.includes(node.name) ? [node] : [];
  const inner = partsOf(node).filter(({ type }) => type !== 'Query');
  return [...own, ...inner.flatMap((part) => callsIn(part, ...names))];
}

/** The first of some nodes that belongs to the query at hand. */
export function firstIn<T extends TreeNode>(node: TreeNode, isWanted: (node: TreeNode) => node is T): T | undefined {
  if (isWanted(node)) return node;
  if (node.type === 'Query') return undefined;
  for (const part of partsOf(node)) {
    const found = firstIn(part, isWanted);
    if (found) return found;
  }
  return undefined;
}
