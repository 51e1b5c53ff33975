import { type CstNode } from '../cst.js';
import { CALENDAR_STEPS } from './date-part.js';
import { type Expression, typed } from '../expression.js';
import { compileAs } from '../expressions/expressions.js';
import { compileInterval, PART_MICROS } from '../literals/interval.js';
import { type Scope } from '../names/scope.js';
import { INT64, type SqlType, TIMESTAMP } from '../../../../googlesql/types/types.js';

export type Direction = '+' | '-';

/** The present may be moved by this much without leaving the years 1 to 9999. */
const SAFE_MICROS = 365_000n * 86_400_000_000n;

/** A TIMESTAMP moved by a number of microseconds, and checked where it might leave GoogleSQL's calendar. */
export function movedInstant(timestamp: string, direction: Direction, micros: Expression, scope: Scope): Expression {
  const { literal } = micros;
  const isNear = typeof literal === 'bigint' && literal >= 0n && literal <= SAFE_MICROS;
  const make = isNear && timestamp === scope.context.catalog.now ? 'make_timestamptz' : 'bq_timestamp';
  return typed(`${make}(epoch_us(${timestamp}) ${direction} ${micros.sql})`, TIMESTAMP);
}

/**
 * A DATE, DATETIME or TIME moved by `INTERVAL n PART`. A month more or less keeps the day, or takes the month's last
 * where there is no such day; so does DuckDB. A TIME goes round the clock.
 */
export function shifted(
  value: string,
  type: SqlType,
  direction: Direction,
  interval: CstNode,
  scope: Scope,
  where: string,
): Expression {
  if (interval.type !== 'IntervalLiteral') throw interval.error('expected INTERVAL n <part>');
  const part = interval.need('date_part');
  const step = type.kind === 'TIME' ? undefined : CALENDAR_STEPS.get(part.keyword);
  if (!step) {
    if (type.kind === 'DATE' || part.keyword === 'DAY' || !PART_MICROS.has(part.keyword)) {
      throw part.unsupported(`INTERVAL n ${part.text} in ${where}`);
    }
    const micros = compileInterval(interval, scope).sql;
    const made = type.kind === 'TIME' ? 'bq_time_around' : 'bq_datetime_of';
    return typed(`${made}(epoch_us(${value}) ${direction} ${micros})`, type);
  }
  interval.only('expr', 'date_part');
  const count = compileAs(interval.need('expr'), scope, INT64);
  const distance =
    'days' in step
      ? `to_days(CAST(${count} * ${step.days} AS INTEGER))`
      : `to_months(CAST(${count} * ${step.months} AS INTEGER))`;
  const sum = `(${value} ${direction} ${distance})`;
  return typed(type.kind === 'DATE' ? `bq_date(CAST(${sum} AS DATE))` : `bq_datetime(${sum})`, type);
}
