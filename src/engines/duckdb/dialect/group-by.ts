import { aggregateIn, callsIn, refuseWindow, windowIn } from './aggregation.js';
import { type CstNode } from './cst.js';
import { type Expression } from './expression.js';
import { compileExpression } from './expressions.js';
import { outputColumn } from './order.js';
import { type Scope } from './scope.js';
import { type SelectItem } from './select.js';
import { isNested, typeName } from './types.js';

interface Key {
  readonly expression: Expression;
  /** How DuckDB is told of it: columns of the answer by position, since an alias wins over a column of FROM. */
  readonly sql: string;
}

interface Grouping {
  readonly sql: string;
  readonly keys: readonly Key[];
}

/** GROUP BY, with ALL, ROLLUP, CUBE and GROUPING SETS. The items of a record have no positions. */
export function groupBy(select: CstNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): string {
  const clause = select.child('groupby');
  const { sql, keys } = clause ? grouping(clause, items, scope, isRecord) : { sql: '', keys: [] };
  const known = new Set(keys.map(({ expression }) => expression.sql));
  for (const call of callsIn(select, 'GROUPING')) {
    const [key] = call.list('args');
    if (key && !known.has(compileExpression(key, scope).sql)) throw key.error('GROUPING takes a key of GROUP BY');
  }
  return sql;
}

function grouping(clause: CstNode, items: readonly SelectItem[], scope: Scope, isRecord: boolean): Grouping {
  clause.only('by', 'exprs', 'how');
  const how = clause.list('how');
  for (const word of how) word.only();
  const kind = how.map((word) => word.keyword).join(' ');
  if (kind === 'ALL') return everyKey(clause, items, isRecord);
  const nodes = clause.list('exprs');
  if (!kind) {
    const keys = nodes.map((node) => groupKey(node, items, scope));
    return { sql: listed(keys, isRecord), keys };
  }
  const [group, second] = nodes;
  if (!group || second) throw clause.unsupported('more than only one of ROLLUP, CUBE and GROUPING SETS, alone');
  const sets = grouped(group).map((node) => {
    if (kind !== 'GROUPING SETS') return [plainKey(node, items, scope, kind)];
    if (node.type === 'EmptyStruct') return [];
    const isGroup = node.type === 'StructLiteral' && !node.has('type');
    return (isGroup ? grouped(node) : [node]).map((each) => plainKey(each, items, scope, kind));
  });
  const list = (keys: readonly Key[]) => keys.map(({ expression }) => expression.sql).join(', ');
  const sql = kind === 'GROUPING SETS' ? sets.map((keys) => `(${list(keys)})`).join(', ') : list(sets.flat());
  return { sql: `GROUP BY ${kind} (${sql})`, keys: sets.flat() };
}

/** The parser takes the keys in parentheses for a STRUCT, or for one expression. */
function grouped(node: CstNode): CstNode[] {
  node.only('exprs', 'expr');
  return node.type === 'StructLiteral' ? node.list('exprs') : [node.need('expr')];
}

function plainKey(node: CstNode, items: readonly SelectItem[], scope: Scope, kind: string): Key {
  const isNamed = node.type === 'Identifier' || node.type === 'DotOperator' || node.type === 'NumericLiteral';
  if (node.type === 'StructLiteral') throw node.unsupported(`a group of keys in ${kind}`);
  if (!isNamed && callsIn(node, 'ROLLUP', 'CUBE').length > 0)
    throw node.unsupported(`"${node.need('func').text}" in ${kind}`);
  const key = groupKey(node, items, scope);
  if (!hasColumn(node) && !outputColumn(node, items))
    throw node.error(`${kind} takes columns of FROM or of the answer`);
  return key;
}

function groupKey(node: CstNode, items: readonly SelectItem[], scope: Scope): Key {
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
  return { expression, sql: column ? String(items.indexOf(column) + 1) : expression.sql };
}

/** GROUP BY ALL: whatever of the answer is made of columns and has no aggregate and no window function in it. */
function everyKey(clause: CstNode, items: readonly SelectItem[], isRecord: boolean): Grouping {
  const chosen = items.filter(({ node }) => !aggregateIn(node) && !windowIn(node) && hasColumn(node));
  for (const { node, expression } of chosen) refuseUngroupable(node, expression);
  const keys = chosen.map((item) => ({ expression: item.expression, sql: String(items.indexOf(item) + 1) }));
  if (keys.length > 0) return { sql: listed(keys, isRecord), keys };
  if (!items.some(({ node }) => aggregateIn(node))) throw clause.error('GROUP BY ALL finds no column to group by');
  return { sql: '', keys };
}

function listed(keys: readonly Key[], isRecord: boolean): string {
  return `GROUP BY ${keys.map((key) => (isRecord ? key.expression.sql : key.sql)).join(', ')}`;
}

function refuseUngroupable(node: CstNode, { type }: Expression): void {
  if (isNested(type)) throw node.unsupported(`GROUP BY a value of type ${typeName(type)}`);
}

/** Names that are neither a function's nor an alias. */
function hasColumn(node: CstNode): boolean {
  if (node.type === 'Identifier' || node.type === 'Asterisk') return true;
  const names = node.childNames().filter((name) => name !== 'func' && name !== 'alias');
  return names.flatMap((name) => node.child(name) ?? node.list(name)).some(hasColumn);
}
