import { datePart, calendarStart } from '../date-part.js';
import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions.js';
import { PART_MICROS } from '../interval.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { instantOf, localTime, UTC, zoneArgument } from '../time-zone.js';
import { DATE, DATETIME, type SqlType, TIME, TIMESTAMP, typeName } from '../types.js';

export const TRUNCATION_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['TIMESTAMP_TRUNC', truncateTimestamp],
  ['DATETIME_TRUNC', (call) => truncateDatetime(call)],
  ['DATE_TRUNC', (call) => truncateDate(call)],
  ['TIME_TRUNC', truncateTime],
  ['LAST_DAY', lastDay],
]);

function valueOf(call: Call, type: SqlType): string {
  const value = compileExpression(argument(call, 0), call.scope);
  const sql = coerce(value, type);
  if (sql === undefined) {
    throw call.node.error(`${call.name} needs ${typeName(type)}, found ${typeName(value.type)}`);
  }
  return sql;
}

function refusePart(call: Call): Error {
  const part = argument(call, 1);
  return part.unsupported(`the date part ${part.text} of ${call.name}`);
}

function truncateTimestamp(call: Call): Expression {
  expectArguments(call, 2, 3);
  const value = valueOf(call, TIMESTAMP);
  const part = datePart(argument(call, 1));
  const zone = zoneArgument(call, 2);
  const local = localTime(value, zone);
  const day = calendarStart(local, part);
  if (day !== undefined) return typed(instantOf(day, zone), TIMESTAMP);
  const micros = PART_MICROS.get(part.name);
  if (micros === undefined) throw refusePart(call);
  if (zone === UTC) {
    return typed(`make_timestamptz(epoch_us(date_trunc('${part.name.toLowerCase()}', ${local})))`, TIMESTAMP);
  }
  // What the clock shows beyond the hour is taken off the instant, whatever the clock showed before.
  return typed(`bq_truncated_instant(${value}, ${local}, ${micros}::BIGINT)`, TIMESTAMP);
}

function truncateDatetime(call: Call): Expression {
  expectArguments(call, 2);
  const value = valueOf(call, DATETIME);
  const part = datePart(argument(call, 1));
  const day = calendarStart(value, part);
  if (day === undefined && !PART_MICROS.has(part.name)) throw refusePart(call);
  return typed(day ?? `date_trunc('${part.name.toLowerCase()}', ${value})`, DATETIME);
}

function truncateDate(call: Call): Expression {
  expectArguments(call, 2);
  const value = valueOf(call, DATE);
  const start = calendarStart(value, datePart(argument(call, 1)));
  if (start === undefined) throw refusePart(call);
  return typed(`CAST(${start} AS DATE)`, DATE);
}

function truncateTime(call: Call): Expression {
  expectArguments(call, 2);
  const value = valueOf(call, TIME);
  const { name } = datePart(argument(call, 1));
  const micros = PART_MICROS.get(name);
  if (micros === undefined || name === 'DAY') throw refusePart(call);
  return typed(`bq_time(epoch_us(${value}) - epoch_us(${value}) % ${micros})`, TIME);
}

const MONTHS: ReadonlyMap<string, number> = new Map([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
]);

function lastDay(call: Call): Expression {
  expectArguments(call, 1, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  const date = coerce(value, DATE) ?? (value.type.kind === 'DATETIME' ? value.sql : undefined);
  if (date === undefined) throw call.node.error(`LAST_DAY needs DATE or DATETIME, found ${typeName(value.type)}`);
  const part = call.args[1] ? datePart(argument(call, 1)) : { name: 'MONTH' };
  const start = calendarStart(date, part);
  const months = MONTHS.get(part.name);
  const days = part.name.endsWith('WEEK') ? 7 : undefined;
  if (start === undefined || (months === undefined && days === undefined)) throw refusePart(call);
  const length = months === undefined ? `to_days(${days ?? 0})` : `to_months(${months})`;
  return typed(`bq_date(CAST(${start} + ${length} - to_days(1) AS DATE))`, DATE);
}
