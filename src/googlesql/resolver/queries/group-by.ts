import { type ExpressionNode, type SelectNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { aggregateIn, callsIn, refuseWindow, windowIn } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { type GroupedItem, Groups, type GroupKey, type WrittenKey } from '../groups.js';
import { type Reads } from '../expression-forms.js';
import { groupingSets } from '../grouping-sets.js';
import { outputColumn } from './outputs.js';
import { type QueryScope } from './query-scope.js';
import { type ResolvedColumn, type ResolvedQuery } from './resolved-query.js';

/** Refuses windows of the WINDOW clause over values that each row of a group has for itself. */
export function expectWindows({ window: clause }: SelectNode, groups: Groups): void {
  for (const { window } of clause?.windows ?? []) {
    const { partitionBy, orderBy } = window.type === 'Name' ? {} : window;
    for (const key of [...(partitionBy?.keys ?? []), ...(orderBy?.items ?? []).map((item) => item.key)]) {
      groups.expectKeys(key);
    }
  }
}

/** Refuses GROUPING of anything but a key. */
export function expectGroupings(node: SelectNode, groups: Groups, scope: QueryScope): void {
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
  { groupBy: clause }: SelectNode,
  answer: ResolvedQuery,
  scope: QueryScope,
  reads: Reads,
): Groups {
  const isAll = clause?.type === 'GroupByAll';
  return new Groups(reads, {
    clause,
    written: writtenKeys(clause, answer, scope),
    items: answer.columns.map((item) => groupedItem(item, isAll && isKeyOfAll(item, reads))),
  });
}

function writtenKeys(clause: SelectNode['groupBy'], answer: ResolvedQuery, scope: QueryScope): readonly WrittenKey[] {
  if (clause?.type === 'GroupByKeys') return clause.keys.map((key) => [key, groupKey(key, answer, scope)]);
  if (clause?.type !== 'GroupBySets') return [];
  return groupingSets(clause.sets, (key): WrittenKey => [key, columnKey(key, answer, scope)]).flat();
}

/** Whether a column of the answer is a key of GROUP BY ALL: it reads columns, and no aggregate or window function is in it. */
function isKeyOfAll(item: ResolvedColumn, reads: Reads): boolean {
  const key = keyOfColumn(item);
  if ('node' in key && (aggregateIn(key.node) ?? windowIn(key.node) ?? !reads.hasAny(key.node))) return false;
  refuseUngroupable(item.node, item.value);
  return true;
}

/** A key that is missing in some groups. */
function columnKey(node: ExpressionNode, answer: ResolvedQuery, scope: QueryScope): GroupKey {
  if (node.type === 'Struct' && node.isTuple) throw errorAt(node, 'a group of keys cannot stand within another one');
  const key = groupKey(node, answer, scope);
  if (!hasColumn(node) && !outputColumn(node, answer, scope.context)) {
    throw errorAt(node, 'ROLLUP, CUBE and GROUPING SETS take columns of FROM or of the answer');
  }
  return key;
}

function groupKey(node: ExpressionNode, answer: ResolvedQuery, scope: QueryScope): GroupKey {
  const column = outputColumn(node, answer, scope.context);
  const key = column ? keyOfColumn(column) : { node };
  if ('node' in key) {
    const call = aggregateIn(key.node);
    refuseWindow(key.node, 'GROUP BY');
    if (call) {
      throw errorAt(node, `${call.name} is worked out for the groups that GROUP BY makes; group by something else`);
    }
  }
  refuseUngroupable(node, column?.value ?? scope.value(node));
  return key;
}

/** An item of the answer; `isKey` where it is a key as such. */
export function groupedItem(item: ResolvedColumn, isKey = true): GroupedItem {
  return { name: item.name, key: keyOfColumn(item), isKey };
}

/** The expression of an item, or the column that a star stands for there. */
function keyOfColumn({ source, value }: ResolvedColumn): GroupKey {
  return source && 'value' in source ? { node: source.value } : { starred: value };
}

function refuseUngroupable(node: TextPosition, { type }: TypedValue): void {
  if (!isGroupable(type)) throw ungroupable(node, 'GROUP BY', type);
}

/** Whether something in it is a name, if only that of a part of a date. */
function hasColumn(node: TreeNode): boolean {
  return node.type === 'Name' || node.type === 'Star' || partsOf(node).some(hasColumn);
}
