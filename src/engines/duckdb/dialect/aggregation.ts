import { type CstNode } from './cst.js';
import { AGGREGATE_FUNCTIONS } from './functions/aggregates.js';

const QUERIES = new Set(['SelectStatement', 'SetOperator', 'GroupedStatement']);

/** Refuses aggregate functions in a part of a query that is worked out before there are groups, or inside another one. */
export function refuseAggregate(node: CstNode, remedy: string): void {
  const call = aggregateIn(node);
  if (call) throw call.error(`${call.need('func').keyword} is an aggregate function; ${remedy}`);
}

/** The first aggregate function that belongs to the query at hand, not to one in parentheses. */
export function aggregateIn(node: CstNode): CstNode | undefined {
  if (isAggregate(node)) return node;
  if (QUERIES.has(node.type)) return undefined;
  for (const child of node.children()) {
    const found = aggregateIn(child);
    if (found) return found;
  }
  return undefined;
}

export function isAggregate(node: CstNode): boolean {
  return node.type === 'CallingFunction' && AGGREGATE_FUNCTIONS.has(node.child('func')?.keyword ?? '');
}
