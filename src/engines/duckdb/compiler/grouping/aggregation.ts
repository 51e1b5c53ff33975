import { type CstNode } from '../cst.js';
import { AGGREGATE_FUNCTIONS } from '../functions/aggregates/aggregates.js';

const QUERIES = new Set(['SelectStatement', 'SetOperator', 'GroupedStatement', 'PipeStatement', 'FromStatement']);

/** Refuses aggregate functions in a part of a query that is worked out before there are groups, or inside another one. */
export function refuseAggregate(node: CstNode, remedy: string): void {
  const call = aggregateIn(node);
  if (call) throw call.error(`${call.need('func').keyword} is an aggregate function; ${remedy}`);
}

/** The first aggregate function that belongs to the query at hand, not to one in parentheses. */
export function aggregateIn(node: CstNode): CstNode | undefined {
  return firstIn(node, isAggregate);
}

/** The first query within an expression. */
export function queryIn(node: CstNode): CstNode | undefined {
  return firstIn(node, ({ type }) => QUERIES.has(type));
}

/** Refuses a window function in a part of a query that comes before there are windows, or inside another one. */
export function refuseWindow(node: CstNode, where: string): void {
  const call = windowIn(node);
  if (call) {
    throw call.error(`${call.need('func').keyword} … OVER cannot stand in ${where}; work it out in a WITH query first`);
  }
}

/** The first window function that belongs to the query at hand. */
export function windowIn(node: CstNode): CstNode | undefined {
  return firstIn(node, (each) => each.type === 'CallingFunction' && each.has('over'));
}

export function isAggregate(node: CstNode): boolean {
  return (
    node.type === 'CallingFunction' && AGGREGATE_FUNCTIONS.has(node.child('func')?.keyword ?? '') && !node.has('over')
  );
}

/** All calls of these functions that belong to the query at hand. */
export function callsIn(node: CstNode, ...names: readonly string[]): CstNode[] {
  const found: CstNode[] = [];
  const look = (each: CstNode) => {
    if (each.type === 'CallingFunction' && names.includes(each.child('func')?.keyword ?? '')) found.push(each);
    for (const child of each.children()) if (!QUERIES.has(child.type)) look(child);
  };
  look(node);
  return found;
}

function firstIn(node: CstNode, isWanted: (node: CstNode) => boolean): CstNode | undefined {
  if (isWanted(node)) return node;
  if (QUERIES.has(node.type)) return undefined;
  for (const child of node.children()) {
    const found = firstIn(child, isWanted);
    if (found) return found;
  }
  return undefined;
}
