import { outputColumn } from '../../../../googlesql/resolver/output-column.js';
import { groupingSets } from '../../../../googlesql/resolver/grouping-sets.js';
import { aggregateIn, callsIn, windowIn } from '../../../../googlesql/resolver/aggregation.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type ExpressionNode, type GroupByNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { type GroupKey, derivedKeys } from './nested-keys.js';
import { type Scope } from '../names/scope.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { isRandom } from '../sql-tree/folds.js';
import { SqlMap } from '../sql-tree/sql-map.js';
import { type SelectItem } from '../queries/outputs.js';

interface Grouping {
  readonly sql: Sql;
  /** DuckDB's form of derived keys, by the SQL of the key. */
  readonly derivedKeys?: SqlMap<Sql>;
}

/** GROUP BY, with ALL, ROLLUP, CUBE and GROUPING SETS. The items of a record have no positions. */
export function groupBy(select: SelectNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): Sql {
  const none: Grouping = { sql: NOTHING };
  const { sql, derivedKeys: derived } = select.groupBy ? grouping(select.groupBy, items, scope, isRecord) : none;
  for (const call of derived ? callsIn(select, 'GROUPING') : []) {
    const [key] = call.args;
    const isDerived = key && derived?.has(scope.aggregated.value(key).sql);
    if (isDerived) throw unsupportedAt(call, 'GROUPING of a key that is made of other keys');
  }
  return sql;
}

function grouping(clause: GroupByNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): Grouping {
  if (clause.type === 'GroupByAll') return everyKey(items, scope, isRecord);
  if (clause.type === 'GroupByKeys') {
    const keys = clause.keys.map((node) => groupKey(node, items, scope));
    return { sql: listed(keys, isRecord) };
  }
  const sets = groupingSets(clause.sets, (node) => groupKey(node, items, scope));
  // Each key stands in many of the sets.
  const keys = [...new Set(sets.flat())];
  const derived = derivedKeys(keys, scope);
  const lists = sets.map((set) => {
    const texts = set.map(({ expression }) => [expression.sql, derived.get(expression.sql) ?? expression.sql] as const);
    const different = new SqlMap(texts).entries().map(([, sql]) => sql);
    return SQL`(${joinSql(different, ', ')})`;
  });
  return { sql: SQL`GROUP BY GROUPING SETS (${joinSql(lists, ', ')})`, derivedKeys: derived };
}

function groupKey(node: ExpressionNode, items: readonly SelectItem[], scope: Scope): GroupKey {
  const column = outputColumn(node, items);
  const source = column ? meantBy(column, node) : node;
  // A random value is that of each row here, and not that of a group.
  const expression = column?.expression ?? (scope.context.random ? scope.aggregated : scope).value(node);
  refuseUngroupable(node, expression);
  return { node: source, expression, sql: column ? position(items, column) : expression.sql };
}

/** GROUP BY ALL: all items of the answer with columns of FROM and without aggregate and window functions. */
function everyKey(items: readonly SelectItem[], scope: Scope, isRecord: boolean): Grouping {
  const keys = items.flatMap((item): GroupKey[] => {
    const { node, expression } = item;
    if (!item.source || !scope.isReadBy(expression.sql)) return [];
    const source = meantBy(item, item.source);
    if (aggregateIn(source) || windowIn(source)) return [];
    refuseUngroupable(node, expression);
    return [{ node: source, expression, sql: position(items, item) }];
  });
  return { sql: listed(keys, isRecord) };
}

function listed(keys: readonly GroupKey[], isRecord: boolean): Sql {
  if (keys.length === 0) return SQL`GROUP BY ()`;
  const texts = keys.map((key) => (isRecord ? key.expression.sql : key.sql));
  return SQL`GROUP BY ${joinSql(texts, ', ')}`;
}

function refuseUngroupable(node: TextPosition, { type, sql }: Expression): void {
  if (isRandom(sql)) throw unsupportedAt(node, 'a random item as a key of GROUP BY', '; name it in a subquery in FROM');
  if (!isGroupable(type)) throw ungroupable(node, 'GROUP BY', type);
}

/** The expression of an item, or the item where it is a star. */
function meantBy<T>({ source }: SelectItem, otherwise: T) {
  return source?.type === 'ExpressionItem' ? source.value : (source ?? otherwise);
}

function position(items: readonly SelectItem[], item: SelectItem): Sql {
  return wordSql(String(items.indexOf(item) + 1));
}
