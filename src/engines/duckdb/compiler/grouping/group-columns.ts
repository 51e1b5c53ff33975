import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { aggregateIn } from './aggregation.js';
import { type ExpressionNode, type SelectItemNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { implicitName } from '../names/implicit-name.js';
import { isRangeVariable, type Scope } from '../names/scope.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';

/** Notes the columns that are keys of groups by themselves, by their SQL. */
export function noteGroupColumns({ groupBy, items }: SelectNode, scope: Scope): void {
  for (const key of groupBy?.type === 'GroupByKeys' ? groupBy.keys : []) {
    const sql = columnSqlOf(namedItem(key, items, scope) ?? key, scope);
    if (sql) scope.groupColumns?.set(sql, true);
  }
}

/** The item of the SELECT list that a key names: such a name comes before those of FROM. */
function namedItem(key: ExpressionNode, items: readonly SelectItemNode[], scope: Scope): ExpressionNode | undefined {
  if (key.type !== 'Name') return undefined;
  const name = key.name.toLowerCase();
  for (const item of items) {
    if (item.type !== 'ExpressionItem') continue;
    const { alias, value } = item;
    const output = alias ? alias.name : implicitName(value, scope);
    if (output?.toLowerCase() === name) return value;
  }
  return undefined;
}

/** Whether a query puts its rows into groups; without keys, there is one group. */
export function isGrouped({ groupBy, items }: SelectNode): boolean {
  return groupBy !== undefined || items.some((item) => aggregateIn(item));
}

/** Whether an expression can be put into a query of its own: DuckDB finds no other keys of groups from there than columns. */
export function readsKeysAlone(node: TreeNode, scope: Scope): boolean {
  const { groupColumns: keys } = scope;
  if (!keys || node.type === 'Query') return true;
  if (node.type === 'Name' || node.type === 'Field') {
    const sql = columnSqlOf(node, scope);
    return sql === undefined || keys.has(sql);
  }
  return partsOf(node).every((part) => readsKeysAlone(part, scope));
}

/** Undefined for all but columns: a part of a date, an alias of the answer. */
function columnSqlOf(node: ExpressionNode, scope: Scope): Sql | undefined {
  if (node.type === 'Field') return scope.value(node).sql;
  const found = node.type === 'Name' ? scope.lookup(node.name, node, false) : undefined;
  return found && (isRangeVariable(found) ? NOTHING : found.sql);
}
