import { refuseWindow } from './aggregation.js';
import { type CstNode } from './cst.js';
import { compileExpression } from './expressions.js';
import { identifierText } from './literals.js';
import { orderItems, orderKey } from './order.js';
import { type Scope } from './scope.js';
import { frameClause } from './window-frame.js';
import { isNested, typeName } from './types.js';

/** What stands after OVER, with the windows that it names put in. */
export interface Window {
  readonly partition: readonly string[];
  readonly order: readonly string[];
  readonly frame: string;
}

const EVERYTHING: Window = { partition: [], order: [], frame: '' };

/** The windows of a WINDOW clause, by lower-case name; each sees those before it. */
export function namedWindows(clause: CstNode | undefined, scope: Scope): ReadonlyMap<string, Window> {
  const windows = new Map<string, Window>();
  clause?.only('window_exprs');
  for (const node of clause?.list('window_exprs') ?? []) {
    node.only('as', 'window');
    const name = identifierText(node).toLowerCase();
    if (windows.has(name)) throw node.error(`two windows are named "${node.text}"`);
    windows.set(name, compileWindow(node.need('window'), scope, windows));
  }
  return windows;
}

/** `OVER w` and `OVER (…)`. */
export function overWindow(over: CstNode, scope: Scope): Window {
  over.only('window');
  return compileWindow(over.need('window'), scope, scope.windows);
}

export function overSql({ partition, order, frame }: Window): string {
  const parts = [
    partition.length > 0 && `PARTITION BY ${partition.join(', ')}`,
    order.length > 0 && `ORDER BY ${order.join(', ')}`,
    frame,
  ];
  return ` OVER (${parts.filter(Boolean).join(' ')})`;
}

function compileWindow(node: CstNode, scope: Scope, windows: ReadonlyMap<string, Window>): Window {
  if (node.type === 'Identifier') return known(node, windows);
  node.only('name', 'partitionby', 'orderby', 'frame');
  const [name, partitionBy, orderBy, frame] = ['name', 'partitionby', 'orderby', 'frame'].map((part) =>
    node.child(part),
  );
  const base = name ? known(name, windows) : EVERYTHING;
  if (base.frame) throw name?.error(`window "${name.text}" has a frame; nothing can be added to it`) ?? node.error('');
  if (name && partitionBy) throw partitionBy.error('a window that names another takes its PARTITION BY from there');
  if (base.order.length > 0 && orderBy) throw orderBy.error(`window "${name?.text ?? ''}" has an ORDER BY already`);
  const partition = partitionBy ? partitionKeys(partitionBy, scope) : base.partition;
  const keys = orderBy ? orderKeys(orderBy, scope) : [];
  const order = orderBy ? keys.map((key) => key.sql) : base.order;
  const kinds = keys.map((key) => key.kind);
  return { partition, order, frame: frame ? frameClause(frame, scope, order, kinds) : '' };
}

function known(node: CstNode, windows: ReadonlyMap<string, Window>): Window {
  node.only();
  const window = windows.get(identifierText(node).toLowerCase());
  if (!window) throw node.error(`there is no window "${node.text}"; define it in WINDOW`);
  return window;
}

function partitionKeys(clause: CstNode, scope: Scope): string[] {
  clause.only('by', 'exprs');
  return clause.list('exprs').map((node) => {
    refuseWindow(node, 'PARTITION BY');
    const { sql, type } = compileExpression(node, scope);
    if (type.kind === 'FLOAT64') throw node.error('PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC');
    if (isNested(type)) throw node.unsupported(`PARTITION BY a value of type ${typeName(type)}`);
    return sql;
  });
}

function orderKeys(clause: CstNode, scope: Scope) {
  return orderItems(clause).map((node) => {
    refuseWindow(node, 'the ORDER BY of a window');
    if (node.type === 'NumericLiteral') throw node.error('a window is ordered by columns, not by their positions');
    const { sql, type } = compileExpression(node, scope);
    return { sql: orderKey(node, sql, type), kind: type.kind };
  });
}
