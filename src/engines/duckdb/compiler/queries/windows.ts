import {
  type Distance,
  type Frame,
  type FrameBound,
  type Window,
} from '../../../../googlesql/resolver/windows/windows.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { type ExpressionNode, type OrderItemNode } from '../../../../googlesql/ast/nodes.js';
import { type Expression } from '../expression.js';
import { type Scope } from '../names/scope.js';
import { directionOf, orderKey } from './order.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { joinSql, nonEmpty, SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { numericOfLiteral } from '../literals/literals.js';

export function overSql({ partition, keys, frame }: Window, scope: Scope): Sql {
  const order = keys.map(({ item }) => {
    const value = scope.value(item.key);
    return frame?.isDistant ? distantKey(item, value) : orderKey(item, value.sql, value.type);
  });
  const parts = [
    partition.length > 0 &&
      SQL`PARTITION BY ${joinSql(
        partition.map((node) => partitionKey(node, scope)),
        ', ',
      )}`,
    order.length > 0 && SQL`ORDER BY ${joinSql(order, ', ')}`,
    frame !== undefined && frameSql(frame, scope),
  ];
  return SQL` OVER (${joinSql(nonEmpty(parts), ' ')})`;
}

function partitionKey(node: ExpressionNode, scope: Scope): Sql {
  const { sql, type } = scope.value(node);
  if (!isGroupable(type)) throw ungroupable(node, 'PARTITION BY', type);
  return sql;
}

/**
 * The one key that distances are added to. Whole numbers are wide, so that none leads out of their range. DuckDB has NaN above all numbers
 * and GoogleSQL below, where it is once all signs are changed.
 */
function distantKey(item: OrderItemNode, { sql, type }: Expression): Sql {
  if (type.kind === 'INT64') return orderKey(item, SQL`CAST(${sql} AS HUGEINT)`, INT64);
  if (type.kind === 'NUMERIC') return orderKey(item, SQL`bq_units(${sql})`, INT64);
  const { direction, nulls } = directionOf(item);
  return SQL`(- ${sql}) ${direction === 'ASC' ? SQL`DESC` : SQL`ASC`} ${wordSql(nulls)}`;
}

function frameSql({ unit, start, end, isDistant }: Frame, scope: Scope): Sql {
  const [from, to] = [start, end].map((bound) => boundSql(bound, isDistant, scope)) as [Sql, Sql];
  return SQL`${wordSql(unit)} BETWEEN ${from} AND ${to}`;
}

function boundSql({ place, distance }: FrameBound, isRange: boolean, scope: Scope): Sql {
  if (!distance) return wordSql(place);
  return SQL`${distanceSql(distance, isRange, scope)} ${wordSql(place.replace('n ', ''))}`;
}

function distanceSql({ node, type }: Distance, isRange: boolean, scope: Scope): Sql {
  const numeric = type.kind === 'NUMERIC' ? numericOfLiteral(node) : undefined;
  const sql = numeric?.sql ?? scope.as(node, type);
  if (type.kind === 'FLOAT64') return SQL`bq_float_distance(${sql})`;
  if (type.kind === 'NUMERIC') return SQL`bq_numeric_distance(${sql})`;
  return isRange && type.kind === 'INT64' ? SQL`CAST(bq_distance(${sql}) AS HUGEINT)` : SQL`bq_distance(${sql})`;
}
