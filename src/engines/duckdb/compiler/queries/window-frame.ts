import {
  type ExpressionNode,
  FRAME_PLACES,
  type FrameBoundNode,
  type FrameNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';
import { numericOfLiteral } from '../literals/numeric-literal.js';
import { type Scope } from '../names/scope.js';
import { INT64, isNumeric, type SqlType } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, wordSql } from '../sql-tree/sql.js';

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
