import { type BinaryNode } from '../../../../googlesql/ast/nodes.js';
import { isInterval, WEEK } from '../../../../googlesql/resolver/expressions/intervals.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { coerce, type Expression, typed, coercedTo } from '../expression.js';
import { compileInterval } from '../literals/interval.js';
import { type Scope } from '../names/scope.js';
import { type Direction, movedInstant, shifted } from '../times/time-shift.js';
import { DATE, DATETIME, INT64, typeName } from '../../../../googlesql/types/types.js';
import { SQL, wordSql } from '../sql-tree/sql.js';

/** `value + INTERVAL n PART`, either way round, and `value - INTERVAL n PART`. A DATE becomes a DATETIME. */
export function intervalArithmetic(node: BinaryNode, scope: Scope): Expression {
  const { left, right } = node;
  const [other, interval] = isInterval(left) ? [right, left] : [left, right];
  const value = scope.value(other);
  const what = `"${node.operator}" between an INTERVAL and ${typeName(value.type)}`;
  const direction = directionOf(node.operator);
  if (isInterval(other) || !direction || (direction === '-' && interval === left)) throw unsupportedAt(node, what);
  if (value.type.kind === 'TIMESTAMP') {
    return movedInstant(value.sql, direction, compileInterval(interval, scope, WEEK), scope);
  }
  const local = value.type.kind === 'STRING' || value.type.kind === 'NULL' ? undefined : coerce(value, DATETIME);
  if (local === undefined) throw unsupportedAt(node, what);
  return shifted(local, DATETIME, direction, interval, scope);
}

function directionOf(operator: string): Direction | undefined {
  return operator === '+' || operator === '-' ? operator : undefined;
}

/** A date moved by days. */
export function dayArithmetic(operator: string, { date, days }: Record<'date' | 'days', Expression>): Expression {
  const [day, count] = [coercedTo(date, DATE), coercedTo(days, INT64)];
  return typed(SQL`bq_date(${day} ${wordSql(operator)} CAST(${count} AS INTEGER))`, DATE);
}
