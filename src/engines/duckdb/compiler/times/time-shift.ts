import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { type Values } from '../compiler.js';
import { intervalOf } from '../../../../googlesql/resolver/date-parts.js';
import { type Expression, typed } from '../expression.js';
import { calendarDistance, compileInterval } from '../literals/interval.js';
import { type Scope } from '../names/scope.js';
import { type SqlType, TIMESTAMP } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, wordSql } from '../sql-tree/sql.js';
import { isSame } from '../sql-tree/folds.js';

export type Direction = '+' | '-';

/** Distance by which the present may be moved without leaving the years 1 to 9999. */
const SAFE_MICROS = 365_000n * 86_400_000_000n;

/** A TIMESTAMP moved by a number of microseconds, and checked where it might leave GoogleSQL's calendar. */
export function movedInstant(timestamp: Sql, direction: Direction, micros: Expression, scope: Scope): Expression {
  const { literal } = micros;
  const isNear = typeof literal === 'bigint' && literal >= 0n && literal <= SAFE_MICROS;
  const make = isNear && isSame(timestamp, scope.context.catalog.now) ? SQL`make_timestamptz` : SQL`bq_timestamp`;
  return typed(SQL`${make}(epoch_us(${timestamp}) ${wordSql(direction)} ${micros.sql})`, TIMESTAMP);
}

/**
 * A DATE, DATETIME or TIME moved by `INTERVAL n PART`. A month more or less keeps the day, or takes the month's last where there is no such
 * day; so does DuckDB. A TIME goes round the clock.
 */
export function shifted(
  value: Sql,
  type: SqlType,
  direction: Direction,
  interval: ExpressionNode,
  values: Values,
): Expression {
  const written = intervalOf(interval);
  const distance = type.kind === 'TIME' ? undefined : calendarDistance(written, values);
  if (!distance) {
    const micros = compileInterval(interval, values).sql;
    const made = type.kind === 'TIME' ? SQL`bq_time_around` : SQL`bq_datetime_of`;
    return typed(SQL`${made}(epoch_us(${value}) ${wordSql(direction)} ${micros})`, type);
  }
  const step = SQL`${wordSql(`to_${distance.unit}`)}(CAST(${distance.count} AS INTEGER))`;
  const sum = SQL`(${value} ${wordSql(direction)} ${step})`;
  return typed(type.kind === 'DATE' ? SQL`bq_date(CAST(${sum} AS DATE))` : SQL`bq_datetime(${sum})`, type);
}
