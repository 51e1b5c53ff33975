import {
  type PipeAggregateNode,
  type PipeAs,
  type PipeDistinct,
  type PipeDrop,
  type PipeExtendNode,
  type PipeRename,
  type PipeSelectNode,
  type PipeSetNode,
} from '../../ast/nodes.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { refuseAggregate } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { Reads } from '../expression-forms.js';
import { Groups } from '../groups.js';
import { groupedItem } from '../queries/group-by.js';
import { derived, hasOpenStar, recordOf, selectItems } from '../queries/outputs.js';
import { type QueryContext, QueryScope } from '../queries/query-scope.js';
import { type ResolvedColumn } from '../queries/resolved-query.js';
import { hasOpenColumns, type Named, openItem, type Rows } from '../names/rows.js';
import { refuseUnordered } from '../sort-key.js';
import { defineWindows } from '../windows/windows.js';
import { changedItems, changedRows } from './changed-columns.js';
import { GROUPLESS, refuseAsKey, refuseAsResult, sortedItems } from './pipe-refusals.js';
import { columnsOfAll, forgotten, isPlain } from './whole-rows.js';

/** `|> SELECT`: nothing but its items can be named afterwards. */
export function selected(node: PipeSelectNode, scope: QueryScope): Rows {
  const { isDistinct, rowsAs } = node;
  const columns = itemsOf(node, scope);
  const query = { columns, isPartial: hasOpenStar(node.items, scope) };
  if (isDistinct) refuseUngroupable(columns, node);
  if (rowsAs === undefined) return derived(query, undefined);
  if (rowsAs === 'VALUE' && columns.length !== 1 && !query.isPartial)
    throw errorAt(node, 'SELECT AS VALUE takes one expression');
  const row = rowsAs === 'VALUE' && !query.isPartial ? columns : [recordOf(query, node)];
  return derived({ columns: row, isValueTable: true }, undefined);
}

/** `|> EXTEND`: more columns, beside all that could be named. */
export function extended(left: Rows, node: PipeExtendNode, scope: QueryScope): Rows {
  const made = { columns: itemsOf(node, scope), isPartial: hasOpenStar(node.items, scope) };
  return { ...left, variables: [...left.variables, ...derived(made, undefined).variables] };
}

/** The items of a list, with the windows of the WINDOW clause behind it. */
function itemsOf({ items, window }: PipeSelectNode | PipeExtendNode, scope: QueryScope): ResolvedColumn[] {
  defineWindows(window, scope);
  return items.flatMap((each) => {
    refuseAggregate(each, GROUPLESS);
    return selectItems(each, scope);
  });
}

/** Columns as they can be named behind an operator. */
function namedColumns(columns: readonly ResolvedColumn[]): readonly Named[] {
  return derived({ columns }, undefined).variables.flatMap((variable) => variable.columns);
}

/** `|> SET`, `|> DROP`, `|> RENAME` */
export function changed(left: Rows, node: PipeSetNode | PipeDrop | PipeRename, scope: QueryScope): Rows {
  const change = changedRows(node, left, scope);
  scope.context.resolution.changes.note(node, change);
  const made = change.made.map(({ name, expression }) => ({ name, node, value: expression }));
  // What DROP and RENAME have taken from them may be named all the same.
  const others = hasOpenColumns(left) ? [openItem()] : [];
  return { variables: [...changedItems(change, left.variables, namedColumns(made)), ...others], merged: [] };
}

/** `|> DISTINCT` */
export function distinct(left: Rows, node: PipeDistinct, context: QueryContext): Rows {
  const columns = columnsOfAll(left, node, context);
  refuseUngroupable(columns, node);
  if (isPlain(left)) return left;
  const { variables } = derived({ columns, isPartial: hasOpenColumns(left) }, undefined);
  const { open } = variables[0] ?? {};
  const before = forgotten(left.variables).map((item) => (open ? { ...item, replaced: true, open } : item));
  return { variables: [...before, ...variables], merged: [] };
}

/** `|> AS name`: one name for all columns. */
export function named(left: Rows, node: PipeAs, context: QueryContext): Rows {
  return derived({ columns: columnsOfAll(left, node, context), isPartial: hasOpenColumns(left) }, node.alias.name);
}

/** `|> AGGREGATE … GROUP [AND ORDER] BY …`: the keys come first, then the results for them. */
export function aggregated(node: PipeAggregateNode, scope: QueryScope): Rows {
  const { context, variables, merged } = scope;
  const reads = new Reads();
  const behind = new QueryScope(context, variables, { merged, aggregated: scope, reads });
  const keys = node.keys.flatMap(({ item }) => {
    refuseAsKey(item);
    return selectItems(item, behind);
  });
  const results = node.results.flatMap(({ item }) => {
    refuseAsResult(item);
    return selectItems(item, behind);
  });
  const nested = keys.find(({ value }) => !isGroupable(value.type));
  if (nested) throw ungroupable(nested.node, 'GROUP BY', nested.value.type);
  const groups = new Groups(reads, { items: keys.map((key) => groupedItem(key)) });
  for (const { item } of node.results) groups.expectItem(item.type === 'ExpressionItem' ? item.value : item);
  const columns = [...keys, ...results];
  if (node.keys.length + node.results.length === 0)
    throw errorAt(node, 'AGGREGATE needs an aggregate function or GROUP BY');
  for (const { item, column } of sortedItems(node, columns)) refuseUnordered(item, column.value.type);
  const items = [...node.keys, ...node.results].map(({ item }) => item);
  return derived({ columns, isPartial: hasOpenStar(items, scope) }, undefined);
}

function refuseUngroupable(columns: readonly ResolvedColumn[], node: TextPosition): void {
  const other = columns.find(({ value }) => !isGroupable(value.type));
  if (other) throw ungroupable(node, 'DISTINCT over', other.value.type);
}
