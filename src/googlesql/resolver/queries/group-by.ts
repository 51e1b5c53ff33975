import { type ExpressionNode, type SelectNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { aggregateIn, refuseWindow } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { groupingSets } from '../grouping-sets.js';
import { outputColumn } from '../output-column.js';
import { type QueryScope } from './query-scope.js';
import { type ResolvedColumn } from './resolved-query.js';

/** Whether a query puts its rows into groups; without keys, there is one group. */
export function isGrouped({ groupBy, items }: SelectNode): boolean {
  return groupBy !== undefined || items.some((item) => aggregateIn(item));
}

/** Refuses keys of GROUP BY that no groups can be made of. */
export function expectKeys({ groupBy }: SelectNode, items: readonly ResolvedColumn[], scope: QueryScope): void {
  if (groupBy?.type === 'GroupByKeys') for (const key of groupBy.keys) expectKey(key, items, scope);
  if (groupBy?.type === 'GroupBySets')
    groupingSets(groupBy.sets, (key) => {
      expectColumnKey(key, items, scope);
    });
}

/** A key that is missing in some groups. */
function expectColumnKey(node: ExpressionNode, items: readonly ResolvedColumn[], scope: QueryScope): void {
  if (node.type === 'Struct' && node.isTuple) throw errorAt(node, 'a group of keys cannot stand within another one');
  expectKey(node, items, scope);
  if (!hasColumn(node) && !outputColumn(node, items)) {
    throw errorAt(node, 'ROLLUP, CUBE and GROUPING SETS take columns of FROM or of the answer');
  }
}

function expectKey(node: ExpressionNode, items: readonly ResolvedColumn[], scope: QueryScope): void {
  const column = outputColumn(node, items);
  const { source = node } = column ?? {};
  const meant = source.type === 'ExpressionItem' ? source.value : source;
  const call = aggregateIn(meant);
  refuseWindow(meant, 'GROUP BY');
  if (call) {
    throw errorAt(node, `${call.name} is worked out for the groups that GROUP BY makes; group by something else`);
  }
  refuseUngroupable(node, column?.value ?? scope.value(node));
}

function refuseUngroupable(node: TextPosition, { type }: TypedValue): void {
  if (!isGroupable(type)) throw ungroupable(node, 'GROUP BY', type);
}

/** Whether something in it is a name, if only that of a part of a date. */
function hasColumn(node: TreeNode): boolean {
  return node.type === 'Name' || node.type === 'Star' || partsOf(node).some(hasColumn);
}
