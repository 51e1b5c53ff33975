import { refuseWindowAlias } from '../../../../googlesql/resolver/select-aliases.js';
import { Window, WindowKey } from './window.js';
import { quote } from '../../../../errors/excerpt.js';
import { refuseWindow } from '../../../../googlesql/resolver/aggregation.js';
import {
  type NameNode,
  type OrderByNode,
  type PartitionByNode,
  type WindowClauseNode,
  type WindowNode,
  type ExpressionNode,
  FRAME_PLACES,
  type FrameBoundNode,
  type FrameNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt, UnknownName } from '../../../../googlesql/resolver/dialect-error.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { directionOf, orderKey } from './order.js';
import { type Scope } from '../names/scope.js';
import { INT64, type SqlType, isNumeric } from '../../../../googlesql/types/types.js';
import { joinSql, nonEmpty, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { numericOfLiteral } from '../literals/literals.js';

const EVERYTHING: Window = { partition: [], order: [], frame: NOTHING, keys: [] };

/** Defines the windows of a WINDOW clause; each sees those before it. */
export function defineWindows(clause: WindowClauseNode | undefined, scope: Scope): void {
  const { windows } = scope;
  for (const { name, window } of clause?.windows ?? []) {
    const key = name.name.toLowerCase();
    if (windows.has(key)) throw errorAt(name, `two windows are named "${name.text}"`);
    windows.set(key, overWindow(window, scope));
  }
}

export function overSql({ partition, order, frame }: Window): Sql {
  const parts = [
    partition.length > 0 && SQL`PARTITION BY ${joinSql(partition, ', ')}`,
    order.length > 0 && SQL`ORDER BY ${joinSql(order, ', ')}`,
    frame,
  ];
  return SQL` OVER (${joinSql(nonEmpty(parts), ' ')})`;
}

/** `OVER w` and `OVER (…)`. */
export function overWindow(node: WindowNode, scope: Scope): Window {
  if (node.type === 'Name') return known(node, scope);
  const { base: name, partitionBy, orderBy, frame } = node;
  const base = name ? known(name, scope) : EVERYTHING;
  if (base.frame.length > 0) {
    const addition = partitionBy ?? orderBy ?? frame;
    if (addition) throw errorAt(addition, `window "${name?.text ?? ''}" has a frame; nothing can be added to it`);
    return base;
  }
  if (name && partitionBy) throw errorAt(partitionBy, 'a window that names another takes its PARTITION BY from there');
  if (base.keys.length > 0 && orderBy) throw errorAt(orderBy, `window "${name?.text ?? ''}" has an ORDER BY already`);
  const partition = partitionBy ? partitionKeys(partitionBy, scope) : base.partition;
  const keys = orderBy ? orderKeys(orderBy, scope) : base.keys;
  const types = keys.map(({ type }) => type);
  const { sql, isDistant } = frame ? compileFrame(frame, scope, types) : { sql: NOTHING, isDistant: false };
  const order = keys.map((key) => (isDistant ? distantKey(key) : orderKey(key.item, key.sql, key.type)));
  return { partition, order, frame: sql, keys };
}

/**
 * The one key that distances are added to. Whole numbers are wide, so that none leads out of their range. DuckDB has NaN above all numbers
 * and GoogleSQL below, where it is once all signs are changed.
 */
function distantKey({ item, sql, type }: WindowKey): Sql {
  if (type.kind === 'INT64') return orderKey(item, SQL`CAST(${sql} AS HUGEINT)`, INT64);
  if (type.kind === 'NUMERIC') return orderKey(item, SQL`bq_units(${sql})`, INT64);
  const { direction, nulls } = directionOf(item);
  return SQL`(- ${sql}) ${direction === 'ASC' ? SQL`DESC` : SQL`ASC`} ${wordSql(nulls)}`;
}

function known(node: NameNode, { windows }: Scope): Window {
  const window = windows.get(node.name.toLowerCase());
  if (!window) {
    const message = `there is no window ${quote(node.text)}; define it in WINDOW`;
    throw new UnknownName(node, message, node.text, [...windows.keys()]);
  }
  return window;
}

function partitionKeys(clause: PartitionByNode, scope: Scope): Sql[] {
  return clause.keys.map((node) => {
    refuseWindow(node, 'PARTITION BY');
    refuseWindowAlias(node, scope, 'PARTITION BY');
    const { sql, type } = scope.value(node);
    if (hasFloat(type)) throw errorAt(node, 'PARTITION BY takes no FLOAT64; CAST it to STRING or NUMERIC');
    if (!isGroupable(type)) throw ungroupable(node, 'PARTITION BY', type);
    return sql;
  });
}

function hasFloat(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasFloat(type.element);
  if (type.kind === 'STRUCT') return type.fields.some((field) => hasFloat(field.type));
  return type.kind === 'FLOAT64';
}

function orderKeys({ items }: OrderByNode, scope: Scope): WindowKey[] {
  return items.map((item) => {
    refuseWindow(item.key, 'the ORDER BY of a window');
    refuseWindowAlias(item.key, scope, 'the ORDER BY of a window');
    // A number is no position here: all rows are peers.
    const { sql, type } = scope.value(item.key);
    return { item, sql, type };
  });
}

export interface Frame {
  readonly sql: Sql;
  /** Whether it is RANGE with a distance: DuckDB then wants one key of ORDER BY that the distance can be added to. */
  readonly isDistant: boolean;
}

const CURRENT_ROW: FrameBoundNode = { place: 'CURRENT ROW', distance: undefined };

/** ROWS or RANGE; without BETWEEN a frame ends at the current row. `types` are those of the keys of ORDER BY. */
export function compileFrame(node: FrameNode, scope: Scope, types: readonly SqlType[]): Frame {
  const { unit, start, end = CURRENT_ROW } = node;
  const isRange = unit === 'RANGE';
  const type = isRange ? types[0] : INT64;
  const [from, to] = [start, end].map((bound) => boundSql(bound, scope, node, type)) as [Sql, Sql];
  const places = [start, end].map(({ place }) => FRAME_PLACES.indexOf(place)) as [number, number];
  if (start.place === 'UNBOUNDED FOLLOWING' || end.place === 'UNBOUNDED PRECEDING' || places[0] > places[1]) {
    throw errorAt(node, 'this frame ends before it begins');
  }
  const isDistant = isRange && [start, end].some(({ distance }) => distance);
  if (isDistant && types.length !== 1) throw errorAt(node, 'RANGE with a distance needs ORDER BY with one number');
  return { sql: SQL`${wordSql(unit)} BETWEEN ${from} AND ${to}`, isDistant };
}

function boundSql({ place, distance }: FrameBoundNode, scope: Scope, node: FrameNode, type: SqlType | undefined): Sql {
  if (!distance) return wordSql(place);
  if (!type || !isNumeric(type)) throw errorAt(node, 'RANGE with a distance needs ORDER BY with one number');
  return SQL`${distanceSql(distance, scope, node.unit === 'RANGE', type)} ${wordSql(place.replace('n ', ''))}`;
}

function distanceSql(node: ExpressionNode, scope: Scope, isRange: boolean, type: SqlType): Sql {
  if (node.type === 'Brackets') return distanceSql(node.inner, scope, isRange, type);
  const isSigned = node.type === 'Prefix' && node.operator === '-';
  if (isSigned) throw errorAt(node, 'the distance of a frame cannot be negative');
  if (!['Integer', 'Float', 'Parameter', 'Prefix'].includes(node.type)) {
    throw errorAt(node, 'the distance of a frame is a number written out or a parameter');
  }
  const numeric = type.kind === 'NUMERIC' ? numericOfLiteral(node) : undefined;
  const sql = numeric?.sql ?? scope.as(node, type);
  if (type.kind === 'FLOAT64') return SQL`bq_float_distance(${sql})`;
  if (type.kind === 'NUMERIC') return SQL`bq_numeric_distance(${sql})`;
  return isRange && type.kind === 'INT64' ? SQL`CAST(bq_distance(${sql}) AS HUGEINT)` : SQL`bq_distance(${sql})`;
}
