import { quote } from '../../../../errors/excerpt.js';
import { refuseWindow } from '../grouping/aggregation.js';
import { type CstNode, UnknownName } from '../cst.js';
import { compileExpression } from '../expressions/expressions.js';
import { isGroupable, UNGROUPABLE } from '../types/groupable.js';
import { identifierText } from '../literals/literals.js';
import { directionOf, orderItems, orderKey } from './order.js';
import { type Scope } from '../names/scope.js';
import { refuseWindowAlias } from '../expressions/select-aliases.js';
import { compileFrame } from './window-frame.js';
import { INT64, type SqlType, typeName } from '../../../../googlesql/types/types.js';

/** What stands after OVER, with the windows that it names put in. */
export interface Window {
  readonly partition: readonly string[];
  readonly order: readonly string[];
  readonly frame: string;
  /** What the window is ordered by. */
  readonly keys: readonly WindowKey[];
}

interface WindowKey {
  readonly node: CstNode;
  readonly sql: string;
  readonly type: SqlType;
}

const EVERYTHING: Window = { partition: [], order: [], frame: '', keys: [] };

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
  if (base.frame) {
    const addition = partitionBy ?? orderBy ?? frame;
    if (addition) throw addition.error(`window "${name?.text ?? ''}" has a frame; nothing can be added to it`);
    return base;
  }
  if (name && partitionBy) throw partitionBy.error('a window that names another takes its PARTITION BY from there');
  if (base.keys.length > 0 && orderBy) throw orderBy.error(`window "${name?.text ?? ''}" has an ORDER BY already`);
  const partition = partitionBy ? partitionKeys(partitionBy, scope) : base.partition;
  const keys = orderBy ? orderKeys(orderBy, scope) : base.keys;
  const types = keys.map(({ type }) => type);
  const { sql, isDistant } = frame ? compileFrame(frame, scope, types) : { sql: '', isDistant: false };
  const order = keys.map((key) => (isDistant ? distantKey(key) : orderKey(key.node, key.sql, key.type)));
  return { partition, order, frame: sql, keys };
}

/**
 * The one key that distances are added to. Whole numbers are wide, so that none leads out of their range. DuckDB has NaN above
 * all numbers and GoogleSQL below, where it is once all signs are changed.
 */
function distantKey({ node, sql, type }: WindowKey): string {
  if (type.kind === 'INT64') return orderKey(node, `CAST(${sql} AS HUGEINT)`, INT64);
  if (type.kind === 'NUMERIC') return orderKey(node, `bq_units(${sql})`, INT64);
  const { direction, nulls } = directionOf(node);
  return `(- ${sql}) ${direction === 'ASC' ? 'DESC' : 'ASC'} ${nulls}`;
}

function known(node: CstNode, windows: ReadonlyMap<string, Window>): Window {
  node.only();
  const window = windows.get(identifierText(node).toLowerCase());
  if (!window) {
    const message = `there is no window ${quote(node.text)}; define it in WINDOW`;
    throw new UnknownName(node, message, node.text, [...windows.keys()]);
  }
  return window;
}

function partitionKeys(clause: CstNode, scope: Scope): string[] {
  clause.only('by', 'exprs');
  return clause.list('exprs').map((node) => {
    refuseWindow(node, 'PARTITION BY');
    refuseWindowAlias(node, scope, 'PARTITION BY');
    const { sql, type } = compileExpression(node, scope);
    if (hasFloat(type)) throw node.error('PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC');
    if (!isGroupable(type)) throw node.unsupported(`PARTITION BY a value of type ${typeName(type)}`, UNGROUPABLE);
    return sql;
  });
}

function hasFloat(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasFloat(type.element);
  if (type.kind === 'STRUCT') return type.fields.some((field) => hasFloat(field.type));
  return type.kind === 'FLOAT64';
}

function orderKeys(clause: CstNode, scope: Scope): WindowKey[] {
  return orderItems(clause).map((node) => {
    refuseWindow(node, 'the ORDER BY of a window');
    refuseWindowAlias(node, scope, 'the ORDER BY of a window');
    // A number is no position here: all rows are peers.
    const { sql, type } = compileExpression(node, scope);
    return { node, sql, type };
  });
}
