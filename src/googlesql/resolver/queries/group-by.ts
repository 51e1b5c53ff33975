import { type ExpressionNode, type SelectItemNode, type SelectNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { aggregateIn, callsIn, refuseWindow, windowIn } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { Groups, type Reads } from '../groups.js';
import { groupingSets } from '../grouping-sets.js';
import { outputColumn } from '../output-column.js';
import { type QueryScope } from './query-scope.js';
import { type ResolvedColumn } from './resolved-query.js';

/** Refuses windows of the WINDOW clause over values that each row of a group has for itself. */
export function expectWindows({ window: clause }: SelectNode, groups: Groups<TypedValue>): void {
  for (const { window } of clause?.windows ?? []) {
    const { partitionBy, orderBy } = window.type === 'Name' ? {} : window;
    for (const key of [...(partitionBy?.keys ?? []), ...(orderBy?.items ?? []).map((item) => item.key)]) {
      groups.expectKeys(key);
    }
  }
}

/** Refuses GROUPING of anything but a key. */
export function expectGroupings(node: SelectNode, groups: Groups<TypedValue>, scope: QueryScope): void {
  for (const call of callsIn(node, 'GROUPING')) {
    const [key] = call.args;
    if (key) scope.value(key);
    if (key && !groups.isKey(key)) throw errorAt(call, 'GROUPING takes a key of GROUP BY');
  }
}

/** Whether a query puts its rows into groups; without keys, there is one group. */
export function isGrouped({ groupBy, items }: SelectNode): boolean {
  return groupBy !== undefined || items.some((item) => aggregateIn(item));
}

/** The groups of a query. @throws DialectError for keys that no groups can be made of */
export function groupsOf(
  { groupBy, items: list }: SelectNode,
  items: readonly ResolvedColumn[],
  scope: QueryScope,
  reads: Reads<TypedValue>,
): Groups<TypedValue> {
  const keyOf = (key: ExpressionNode) => groupKey(key, items, scope);
  switch (groupBy?.type) {
    case undefined:
      return new Groups([], scope, reads);
    case 'GroupByKeys':
      return new Groups(groupBy.keys.map(keyOf), scope, reads);
    case 'GroupBySets': {
      const sets = groupingSets(groupBy.sets, (key) => columnKey(key, items, scope));
      return new Groups([...new Set(sets.flat())], scope, reads);
    }
    case 'GroupByAll':
      return new Groups(list.flatMap(keysOfItem), scope, reads);
  }
}

/** The keys that an item is for GROUP BY ALL: itself, unless there is an aggregate or a window function in it. */
function keysOfItem(item: SelectItemNode): TreeNode[] {
  if (aggregateIn(item) ?? windowIn(item)) return [];
  return [item.type === 'ExpressionItem' ? item.value : item];
}

/** A key that is missing in some groups. */
function columnKey(node: ExpressionNode, items: readonly ResolvedColumn[], scope: QueryScope): TreeNode {
  if (node.type === 'Struct' && node.isTuple) throw errorAt(node, 'a group of keys cannot stand within another one');
  const key = groupKey(node, items, scope);
  if (!hasColumn(node) && !outputColumn(node, items)) {
    throw errorAt(node, 'ROLLUP, CUBE and GROUPING SETS take columns of FROM or of the answer');
  }
  return key;
}

function groupKey(node: ExpressionNode, items: readonly ResolvedColumn[], scope: QueryScope): TreeNode {
  const column = outputColumn(node, items);
  const { source = node } = column ?? {};
  // A column of a star is read by its name; one by its position is taken for all of the star.
  const named = source.type === 'StarItem' && node.type === 'Name' ? node : source;
  const meant = named.type === 'ExpressionItem' ? named.value : named;
  const call = aggregateIn(meant);
  refuseWindow(meant, 'GROUP BY');
  if (call) {
    throw errorAt(node, `${call.name} is worked out for the groups that GROUP BY makes; group by something else`);
  }
  refuseUngroupable(node, column?.value ?? scope.value(node));
  if (meant === node) scope.value(node);
  return meant;
}

function refuseUngroupable(node: TextPosition, { type }: TypedValue): void {
  if (!isGroupable(type)) throw ungroupable(node, 'GROUP BY', type);
}

/** Whether something in it is a name, if only that of a part of a date. */
function hasColumn(node: TreeNode): boolean {
  return node.type === 'Name' || node.type === 'Star' || partsOf(node).some(hasColumn);
}
