import { groupingSets } from '../../../../googlesql/resolver/grouping-sets.js';
import { callsIn } from '../../../../googlesql/resolver/aggregation.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { type Groups } from '../../../../googlesql/resolver/groups.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type ExpressionNode, type GroupByNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { RANDOM_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { type CompiledKey, derivedKeys } from './nested-keys.js';
import { type Scope } from '../names/scope.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { isRandom } from '../sql-tree/folds.js';
import { type SelectItem } from '../queries/outputs.js';

/** The rows that are put into groups: the items of SELECT, and the names of FROM. */
interface Grouped {
  readonly items: readonly SelectItem[];
  readonly scope: Scope;
  readonly groups: Groups;
}

/** GROUP BY, with ALL, ROLLUP, CUBE and GROUPING SETS. The items of a record have no positions. */
export function groupBy(
  select: SelectNode,
  items: readonly SelectItem[],
  scope: Scope,
  groups: Groups,
  isRecord: boolean,
): Sql {
  const { groupBy: clause } = select;
  const grouped = { items, scope, groups };
  if (clause?.type === 'GroupBySets') return groupBySets(select, clause, grouped);
  if (!clause) return NOTHING;
  const keys = clause.type === 'GroupByAll' ? everyKey(grouped) : clause.keys.map((node) => groupKey(node, grouped));
  if (keys.length === 0) return SQL`GROUP BY ()`;
  const texts = keys.map(({ expression, position }) => (isRecord ? expression.sql : (position ?? expression.sql)));
  return SQL`GROUP BY ${joinSql(texts, ', ')}`;
}

function groupBySets(
  select: SelectNode,
  clause: Extract<GroupByNode, { readonly type: 'GroupBySets' }>,
  grouped: Grouped,
): Sql {
  const { forms } = grouped.groups;
  const sets = groupingSets(clause.sets, (node) => groupKey(node, grouped));
  // Each key stands in many of the sets.
  const derived = derivedKeys([...new Set(sets.flat())], forms);
  const isDerived = (key: ExpressionNode | undefined) => key && derived.has(forms.of(key));
  const call = callsIn(select, 'GROUPING').find(({ args: [key] }) => isDerived(key));
  if (call) throw unsupportedAt(call, 'GROUPING of a key that is made of other keys');
  const lists = sets.map((set) => {
    const different = new Map(set.map(({ form, expression }) => [form, derived.get(form) ?? expression.sql] as const));
    return SQL`(${joinSql([...different.values()], ', ')})`;
  });
  return SQL`GROUP BY GROUPING SETS (${joinSql(lists, ', ')})`;
}

function groupKey(node: ExpressionNode, { items, scope, groups }: Grouped): CompiledKey {
  const column = items[scope.context.resolution.outputs.find(node) ?? -1];
  // A random value is that of each row here, and not that of a group.
  const expression = column?.expression ?? (scope.context.random ? scope.aggregated : scope).value(node);
  refuseUngroupable(node, expression);
  return {
    // The expression of an item, or the item where it is a star.
    node: column?.source?.type === 'ExpressionItem' ? column.source.value : (column?.source ?? node),
    form: groups.formOfKey(node),
    expression,
    position: column && positionSql(items.indexOf(column)),
  };
}

/** GROUP BY ALL: the items of the answer that GoogleSQL takes as keys. */
function everyKey({ items, groups }: Grouped): readonly Pick<CompiledKey, 'expression' | 'position'>[] {
  return items.flatMap(({ node, expression }, index) => {
    if (groups.formOfItem(index) === undefined) return [];
    refuseUngroupable(node, expression);
    return [{ expression, position: positionSql(index) }];
  });
}

/** Refuses what this engine cannot put together: GoogleSQL has refused the rest. */
function refuseUngroupable(node: TextPosition, { type, sql }: Expression): void {
  if (isRandom(sql)) throw unsupportedAt(node, 'a random item as a key of GROUP BY', '; name it in a subquery in FROM');
  if (!isGroupable(type)) throw ungroupable(node, 'GROUP BY', type);
}

function positionSql(index: number): Sql {
  return wordSql(String(index + 1));
}

/** Whether an expression can be put into a query of its own: DuckDB finds no other keys of groups from there than columns, and no values of rows. */
export function readsKeysAlone(node: TreeNode, scope: Scope): boolean {
  const { groups } = scope;
  if (!groups?.isColumnKey || node.type === 'Query') return true;
  if (node.type === 'Call' && RANDOM_NAMES.has(node.name)) return false;
  const isKey = groups.isColumnKey(node);
  if (isKey !== undefined) return isKey;
  const place = scope.context.resolution.names.find(node);
  // Values of queries around are there, too.
  return place ? place.depth > 0 : partsOf(node).every((part) => readsKeysAlone(part, scope));
}
