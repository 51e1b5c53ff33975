import { quote } from '../../../errors/excerpt.js';
import {
  type ExpressionNode,
  FRAME_PLACES,
  type FrameBoundNode,
  type FrameNode,
  type FramePlace,
  type NameNode,
  type OrderByNode,
  type OrderItemNode,
  type PartitionByNode,
  type WindowClauseNode,
  type WindowNode,
} from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { INT64, isNumeric, type SqlType } from '../../types/types.js';
import { refuseWindow } from '../aggregation.js';
import { errorAt, UnknownName } from '../dialect-error.js';
import { expectType } from '../expressions/expected-type.js';
import { readWrittenNumeric } from '../expressions/literals.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { isOpen } from '../open.js';
import { refuseWindowAlias } from '../names/select-aliases.js';
import { refuseUnordered } from '../sort-key.js';

/** The window after OVER, with the windows that it names put in. */
export interface Window {
  readonly partition: readonly ExpressionNode[];
  readonly keys: readonly WindowKey[];
  readonly frame?: Frame | undefined;
}

/** A key of its ORDER BY. */
interface WindowKey {
  readonly item: OrderItemNode;
  readonly type: SqlType;
}

/** ROWS or RANGE between two bounds. */
export interface Frame {
  readonly unit: FrameNode['unit'];
  readonly start: FrameBound;
  readonly end: FrameBound;
  /** Whether it is RANGE with a distance, which is added to the one key. */
  readonly isDistant: boolean;
}

export interface FrameBound {
  readonly place: FramePlace;
  readonly distance?: Distance;
}

/** The distance of a bound, whose value can be of the given type. */
export interface Distance {
  readonly node: ExpressionNode;
  readonly type: SqlType;
}

/** The names and values that windows are made of. */
interface WindowScope {
  readonly windows: Map<string, Window>;
  readonly windowAliases: ReadonlySet<string>;
  value(node: ExpressionNode): TypedValue;
}

/** Defines the windows of a WINDOW clause; each sees those before it. */
export function defineWindows(clause: WindowClauseNode | undefined, scope: WindowScope): void {
  const { windows } = scope;
  for (const { name, window } of clause?.windows ?? []) {
    const key = name.name.toLowerCase();
    if (windows.has(key)) throw errorAt(name, `two windows are named "${name.text}"`);
    windows.set(key, resolveWindow(window, scope));
  }
}

/** `OVER w` and `OVER (…)`. */
export function resolveWindow(node: WindowNode, scope: WindowScope): Window {
  if (node.type === 'Name') return known(node, scope);
  const { base: name, partitionBy, orderBy, frame } = node;
  const base = name ? known(name, scope) : { partition: [], keys: [] };
  if (base.frame) {
    const addition = partitionBy ?? orderBy ?? frame;
    if (addition) throw errorAt(addition, `window "${name?.text ?? ''}" has a frame; nothing can be added to it`);
    return base;
  }
  if (name && partitionBy) throw errorAt(partitionBy, 'a window that names another takes its PARTITION BY from there');
  if (base.keys.length > 0 && orderBy) throw errorAt(orderBy, `window "${name?.text ?? ''}" has an ORDER BY already`);
  const partition = partitionBy ? partitionKeys(partitionBy, scope) : base.partition;
  const keys = orderBy ? orderKeys(orderBy, scope) : base.keys;
  const types = keys.map(({ type }) => type);
  return { partition, keys, frame: frame && frameOf(frame, scope, types) };
}

function known(node: NameNode, { windows }: WindowScope): Window {
  const window = windows.get(node.name.toLowerCase());
  if (!window) {
    const message = `there is no window ${quote(node.text)}; define it in WINDOW`;
    throw new UnknownName(node, message, node.text, [...windows.keys()]);
  }
  return window;
}

function partitionKeys({ keys }: PartitionByNode, scope: WindowScope): readonly ExpressionNode[] {
  for (const node of keys) {
    refuseWindow(node, 'PARTITION BY');
    refuseWindowAlias(node, scope, 'PARTITION BY');
    const value = scope.value(node);
    if (hasFloat(value.type)) throw errorAt(node, 'PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC');
    if (!isGroupable(value.type)) throw ungroupable(node, 'PARTITION BY', value.type);
  }
  return keys;
}

function hasFloat(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasFloat(type.element);
  if (type.kind === 'STRUCT') return type.fields.some((field) => hasFloat(field.type));
  return type.kind === 'FLOAT64';
}

function orderKeys({ items }: OrderByNode, scope: WindowScope): WindowKey[] {
  return items.map((item) => {
    refuseWindow(item.key, 'the ORDER BY of a window');
    refuseWindowAlias(item.key, scope, 'the ORDER BY of a window');
    // A number is no position here: all rows are peers.
    const { type } = scope.value(item.key);
    refuseUnordered(item.key, type);
    return { item, type };
  });
}

const CURRENT_ROW: FrameBoundNode = { place: 'CURRENT ROW', distance: undefined };

/** ROWS or RANGE; without BETWEEN a frame ends at the current row. `types` are those of the keys of ORDER BY. */
function frameOf(node: FrameNode, scope: WindowScope, types: readonly SqlType[]): Frame {
  const { unit, start, end = CURRENT_ROW } = node;
  const isRange = unit === 'RANGE';
  const type = isRange ? types[0] : INT64;
  const [from, to] = [boundOf(start, scope, node, type), boundOf(end, scope, node, type)];
  const places = [start, end].map(({ place }) => FRAME_PLACES.indexOf(place)) as [number, number];
  if (start.place === 'UNBOUNDED FOLLOWING' || end.place === 'UNBOUNDED PRECEDING' || places[0] > places[1]) {
    throw errorAt(node, 'this frame ends before it begins');
  }
  const isDistant = isRange && [start, end].some(({ distance }) => distance);
  if (isDistant && types.length !== 1) throw errorAt(node, ONE_NUMBER);
  return { unit, start: from, end: to, isDistant };
}

const ONE_NUMBER = 'RANGE with a distance needs ORDER BY with one number';

function boundOf(
  { place, distance }: FrameBoundNode,
  scope: WindowScope,
  node: FrameNode,
  type: SqlType | undefined,
): FrameBound {
  if (!distance) return { place };
  if (!type || !(isNumeric(type) || isOpen({ type }))) throw errorAt(node, ONE_NUMBER);
  return { place, distance: distanceOf(distance, scope, type) };
}

function distanceOf(node: ExpressionNode, scope: WindowScope, type: SqlType): Distance {
  if (node.type === 'Brackets') return distanceOf(node.inner, scope, type);
  const isSigned = node.type === 'Prefix' && node.operator === '-';
  if (isSigned) throw errorAt(node, 'the distance of a frame cannot be negative');
  if (!['Integer', 'Float', 'Parameter', 'Prefix'].includes(node.type)) {
    throw errorAt(node, 'the distance of a frame is a number written out or a parameter');
  }
  const value = scope.value(node);
  if (type.kind === 'NUMERIC' && value.digits !== undefined) readWrittenNumeric(value.digits, node);
  expectType(value, type, node);
  return { node, type };
}
