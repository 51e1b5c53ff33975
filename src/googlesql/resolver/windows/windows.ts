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
export interface Window<V extends TypedValue> {
  readonly partition: readonly V[];
  readonly keys: readonly WindowKey<V>[];
  readonly frame?: Frame<V> | undefined;
}

/** A key of its ORDER BY. */
export interface WindowKey<V extends TypedValue> {
  readonly item: OrderItemNode;
  readonly value: V;
}

/** ROWS or RANGE between two bounds. */
export interface Frame<V extends TypedValue> {
  readonly unit: FrameNode['unit'];
  readonly start: FrameBound<V>;
  readonly end: FrameBound<V>;
  /** Whether it is RANGE with a distance, which is added to the one key. */
  readonly isDistant: boolean;
}

export interface FrameBound<V extends TypedValue> {
  readonly place: FramePlace;
  readonly distance?: Distance<V>;
}

/** The distance of a bound, as it is written and as a value that can be of the given type. */
export interface Distance<V extends TypedValue> {
  readonly node: ExpressionNode;
  readonly value: V;
  readonly type: SqlType;
}

/** The names and values that windows are made of. */
interface WindowScope<V extends TypedValue> {
  readonly windows: Map<string, Window<V>>;
  readonly windowAliases: ReadonlySet<string>;
  value(node: ExpressionNode): V;
}

/** Defines the windows of a WINDOW clause; each sees those before it. */
export function defineWindows<V extends TypedValue>(clause: WindowClauseNode | undefined, scope: WindowScope<V>): void {
  const { windows } = scope;
  for (const { name, window } of clause?.windows ?? []) {
    const key = name.name.toLowerCase();
    if (windows.has(key)) throw errorAt(name, `two windows are named "${name.text}"`);
    windows.set(key, resolveWindow(window, scope));
  }
}

/** `OVER w` and `OVER (…)`. */
export function resolveWindow<V extends TypedValue>(node: WindowNode, scope: WindowScope<V>): Window<V> {
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
  const types = keys.map(({ value }) => value.type);
  return { partition, keys, frame: frame && frameOf(frame, scope, types) };
}

function known<V extends TypedValue>(node: NameNode, { windows }: WindowScope<V>): Window<V> {
  const window = windows.get(node.name.toLowerCase());
  if (!window) {
    const message = `there is no window ${quote(node.text)}; define it in WINDOW`;
    throw new UnknownName(node, message, node.text, [...windows.keys()]);
  }
  return window;
}

function partitionKeys<V extends TypedValue>({ keys }: PartitionByNode, scope: WindowScope<V>): V[] {
  return keys.map((node) => {
    refuseWindow(node, 'PARTITION BY');
    refuseWindowAlias(node, scope, 'PARTITION BY');
    const value = scope.value(node);
    if (hasFloat(value.type)) throw errorAt(node, 'PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC');
    if (!isGroupable(value.type)) throw ungroupable(node, 'PARTITION BY', value.type);
    return value;
  });
}

function hasFloat(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasFloat(type.element);
  if (type.kind === 'STRUCT') return type.fields.some((field) => hasFloat(field.type));
  return type.kind === 'FLOAT64';
}

function orderKeys<V extends TypedValue>({ items }: OrderByNode, scope: WindowScope<V>): WindowKey<V>[] {
  return items.map((item) => {
    refuseWindow(item.key, 'the ORDER BY of a window');
    refuseWindowAlias(item.key, scope, 'the ORDER BY of a window');
    // A number is no position here: all rows are peers.
    const value = scope.value(item.key);
    refuseUnordered(item.key, value.type);
    return { item, value };
  });
}

const CURRENT_ROW: FrameBoundNode = { place: 'CURRENT ROW', distance: undefined };

/** ROWS or RANGE; without BETWEEN a frame ends at the current row. `types` are those of the keys of ORDER BY. */
function frameOf<V extends TypedValue>(node: FrameNode, scope: WindowScope<V>, types: readonly SqlType[]): Frame<V> {
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

function boundOf<V extends TypedValue>(
  { place, distance }: FrameBoundNode,
  scope: WindowScope<V>,
  node: FrameNode,
  type: SqlType | undefined,
): FrameBound<V> {
  if (!distance) return { place };
  if (!type || !(isNumeric(type) || isOpen({ type }))) throw errorAt(node, ONE_NUMBER);
  return { place, distance: distanceOf(distance, scope, type) };
}

function distanceOf<V extends TypedValue>(node: ExpressionNode, scope: WindowScope<V>, type: SqlType): Distance<V> {
  if (node.type === 'Brackets') return distanceOf(node.inner, scope, type);
  const isSigned = node.type === 'Prefix' && node.operator === '-';
  if (isSigned) throw errorAt(node, 'the distance of a frame cannot be negative');
  if (!['Integer', 'Float', 'Parameter', 'Prefix'].includes(node.type)) {
    throw errorAt(node, 'the distance of a frame is a number written out or a parameter');
  }
  const value = scope.value(node);
  if (type.kind === 'NUMERIC' && value.digits !== undefined) readWrittenNumeric(value.digits, node);
  expectType(value, type, node);
  return { node, value, type };
}
