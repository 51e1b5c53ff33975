import { aggregateIn, callsIn, refuseWindow, windowIn } from './aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { groupingSets } from './grouping-sets.js';
import { type GroupKey, derivedKeys } from './nested-keys.js';
import { outputColumn } from '../queries/order.js';
import { Scope } from '../names/scope.js';
import { type SelectItem } from '../queries/select.js';
import { isGroupable, UNGROUPABLE } from '../types/groupable.js';
import { typeName } from '../../../../googlesql/types/types.js';

interface Grouping {
  readonly sql: string;
  readonly keys: readonly GroupKey[];
  /** By the SQL of a key, what DuckDB has in its place. */
  readonly derivedKeys?: ReadonlyMap<string, string>;
}

/** GROUP BY, with ALL, ROLLUP, CUBE and GROUPING SETS. The items of a record have no positions. */
export function groupBy(select: CstNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): string {
  const clause = select.child('groupby');
  const none: Grouping = { sql: '', keys: [] };
  const { sql, keys, derivedKeys } = clause ? grouping(clause, items, scope, isRecord) : none;
  const known = new Set(keys.map(({ expression }) => expression.sql));
  for (const call of callsIn(select, 'GROUPING')) {
    const [key] = call.list('args');
    const text = key && compileExpression(key, scope).sql;
    if (text === undefined) continue;
    if (!known.has(text)) throw call.error('GROUPING takes a key of GROUP BY');
    if (derivedKeys?.has(text)) throw call.unsupported('GROUPING of a key that is made of other keys');
  }
  scope.groups?.setKeys(known);
  return sql;
}

function grouping(clause: CstNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): Grouping {
  clause.only('by', 'exprs', 'how');
  const how = clause.list('how');
  for (const word of how) word.only();
  const kind = how.map((word) => word.keyword).join(' ');
  if (kind === 'ALL') return everyKey(items, scope, isRecord);
  const nodes = clause.list('exprs');
  const [only, second] = nodes;
  if (!kind && only?.type === 'EmptyStruct' && !second) return { sql: 'GROUP BY ()', keys: [] };
  const sets = groupingSets(nodes, kind, (node) => columnKey(node, items, scope));
  if (!sets) {
    const keys = nodes.map((node) => groupKey(node, items, scope));
    return { sql: listed(keys, isRecord), keys };
  }
  // Each stands in many of the sets.
  const keys = [...new Set(sets.flat())];
  const derived = derivedKeys(keys, scope);
  const lists = sets.map((set) => {
    const texts = set.map(({ expression }) => derived.get(expression.sql) ?? expression.sql);
    return `(${[...new Set(texts)].join(', ')})`;
  });
  return { sql: `GROUP BY GROUPING SETS (${lists.join(', ')})`, keys, derivedKeys: derived };
}

/** A key that is not there in every group. */
function columnKey(node: CstNode, items: readonly SelectItem[], scope: Scope): GroupKey {
  if (node.type === 'StructLiteral' && !node.has('type'))
    throw node.error('a group of keys cannot stand within another one');
  const key = groupKey(node, items, scope);
  if (!hasColumn(node) && !outputColumn(node, items)) {
    throw node.error('ROLLUP, CUBE and GROUPING SETS take columns of FROM or of the answer');
  }
  return key;
}

function groupKey(node: CstNode, items: readonly SelectItem[], scope: Scope): GroupKey {
  const column = outputColumn(node, items);
  if (column) node.only();
  const source = column?.node ?? node;
  const call = aggregateIn(source);
  refuseWindow(source, 'GROUP BY');
  if (call) {
    throw node.error(
      `${call.need('func').keyword} is worked out for the groups that GROUP BY makes; group by something else`,
    );
  }
  const expression = column?.expression ?? compileExpression(node, scope);
  refuseUngroupable(node, expression);
  return { node: source, expression, sql: column ? String(items.indexOf(column) + 1) : expression.sql };
}

/** GROUP BY ALL: whatever of the answer is made of columns of FROM and has no aggregate and no window function in it. */
function everyKey(items: readonly SelectItem[], scope: Scope, isRecord: boolean): Grouping {
  const chosen = items.filter(({ node }) => !aggregateIn(node) && !windowIn(node) && readsFrom(node, scope));
  for (const { node, expression } of chosen) refuseUngroupable(node, expression);
  const keys = chosen.map((item) => ({
    node: item.node,
    expression: item.expression,
    sql: String(items.indexOf(item) + 1),
  }));
  return { sql: keys.length > 0 ? listed(keys, isRecord) : 'GROUP BY ()', keys };
}

/** Some name in it is one of this query's FROM, not only of a subquery's or of a query around this one. */
function readsFrom(node: CstNode, scope: Scope): boolean {
  if (node.type === 'Asterisk' || node.child('right')?.type === 'Asterisk') return true;
  const { context, variables, parent, merged } = scope;
  const probe = new Scope(context, variables, { parent, merged });
  compileExpression(node, probe);
  return probe.used;
}

function listed(keys: readonly GroupKey[], isRecord: boolean): string {
  return `GROUP BY ${keys.map((key) => (isRecord ? key.expression.sql : key.sql)).join(', ')}`;
}

function refuseUngroupable(node: CstNode, { type }: Expression): void {
  if (!isGroupable(type)) throw node.unsupported(`GROUP BY a value of type ${typeName(type)}`, UNGROUPABLE);
}

/** Names that are neither a function's nor an alias. */
function hasColumn(node: CstNode): boolean {
  if (node.type === 'Identifier' || node.type === 'Asterisk') return true;
  const names = node.childNames().filter((name) => name !== 'func' && name !== 'alias');
  return names.flatMap((name) => node.child(name) ?? node.list(name)).some(hasColumn);
}
