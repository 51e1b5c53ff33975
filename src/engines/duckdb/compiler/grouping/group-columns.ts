import { isRangeVariable } from '../../../../googlesql/resolver/names/rows.js';
import { implicitName } from '../../../../googlesql/resolver/names/implicit-name.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { aggregateIn } from '../../../../googlesql/resolver/aggregation.js';
import { type ExpressionNode, type SelectItemNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { RANDOM_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { type Scope } from '../names/scope.js';
import { NOTHING, type Sql } from '../sql-tree/sql.js';

/** Notes the columns that are keys of groups by themselves, by their SQL. */
export function noteGroupColumns({ groupBy, items }: SelectNode, scope: Scope): void {
  const keys = groupBy?.type === 'GroupByKeys' ? groupBy.keys : [];
  const named = keys.length > 0 ? items.flatMap((item) => namedItem(item, scope) ?? []) : [];
  for (const key of keys) {
    // The name of an item comes before those of FROM.
    const [item] = key.type === 'Name' ? byName(named, key.name) : [];
    const sql = columnSqlOf(item?.value ?? key, scope);
    if (sql) scope.groupColumns?.set(sql, true);
  }
}

/** An expression of the SELECT list with its name. */
function namedItem(item: SelectItemNode, scope: Scope) {
  if (item.type !== 'ExpressionItem') return undefined;
  const { alias, value } = item;
  return { name: alias ? alias.name : implicitName(value, (each) => scope.isNamed(each)), value };
}

/** Whether a query puts its rows into groups; without keys, there is one group. */
export function isGrouped({ groupBy, items }: SelectNode): boolean {
  return groupBy !== undefined || items.some((item) => aggregateIn(item));
}

/** Whether an expression can be put into a query of its own: DuckDB finds no other keys of groups from there than columns, and no values of rows. */
export function readsKeysAlone(node: TreeNode, scope: Scope): boolean {
  const { groupColumns: keys } = scope;
  if (!keys || node.type === 'Query') return true;
  if (node.type === 'Call' && RANDOM_NAMES.has(node.name)) return false;
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
