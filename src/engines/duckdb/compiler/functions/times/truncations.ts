import { UTC } from '../../../../../googlesql/types/time-zone.js';
import { errorAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { calendarStart, DATE_PARTS, datePart, meantPart, microsOf, refusedPart } from '../../times/date-part.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { followedType } from '../../../../../googlesql/functions/overload.js';
import { instantOf, localTime } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import { DATE, DATETIME, TIME, TIMESTAMP, type TimeType, typeName } from '../../../../../googlesql/types/types.js';
import { SQL, textSql } from '../../sql-tree/sql.js';

export const TRUNCATION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['TIMESTAMP_TRUNC', (call) => truncate(call, TIMESTAMP)],
  ['DATETIME_TRUNC', (call) => truncate(call, DATETIME)],
  ['DATE_TRUNC', (call) => truncate(call, DATE)],
  ['TIME_TRUNC', truncateTime],
  ['LAST_DAY', lastDay],
]);

function refusePart(call: FunctionCall): Error {
  const part = call.argument(1);
  return refusedPart(part, `of ${call.name}`);
}

function truncate(call: FunctionCall, own: TimeType): Expression {
  const found = call.value(0);
  const type = followedType(own, [found]);
  if (!type) throw mismatch(call, own, found);
  const value = call.as(0, type);
  const part = datePart(call.argument(1));
  const zone = zoneArgument(call, 2);
  const local = type.kind === 'TIMESTAMP' ? localTime(value, zone) : value;
  const start = calendarStart(local, part);
  if (start !== undefined) {
    if (type.kind === 'TIMESTAMP') return typed(instantOf(start, zone), type);
    return typed(type.kind === 'DATE' ? SQL`CAST(${start} AS DATE)` : start, type);
  }
  const micros = microsOf(part.name);
  if (type.kind === 'DATE' || micros === undefined) throw refusePart(call);
  const cut = SQL`date_trunc(${textSql(part.name.toLowerCase())}, ${local})`;
  if (type.kind === 'DATETIME') return typed(cut, type);
  if (zone === UTC) return typed(SQL`make_timestamptz(epoch_us(${cut}))`, type);
  // The local time since the hour is taken off the instant, even if the zone's offset has changed within it.
  return typed(SQL`bq_truncated_instant(${value}, ${local}, ${micros}::BIGINT)`, type);
}

function mismatch(call: FunctionCall, own: TimeType, value: Expression): Error {
  const part = meantPart(call.argument(0));
  if (part !== undefined && call.argument(0).type === 'String') {
    return errorAt(
      call.node,
      `in ${call.name} the value stands first, then the date part without quotes: ${call.name}(x, ${part})`,
    );
  }
  return errorAt(call.node, `${call.name} needs ${typeName(own)}, found ${typeName(value.type)}`);
}

function truncateTime(call: FunctionCall): Expression {
  const expression = call.value(0);
  const value = coerce(expression, TIME);
  if (value === undefined) throw mismatch(call, TIME, expression);
  const { name } = datePart(call.argument(1));
  const micros = microsOf(name);
  if (micros === undefined || name === 'DAY') throw refusePart(call);
  return typed(SQL`bq_time(epoch_us(${value}) - epoch_us(${value}) % ${micros})`, TIME);
}

function lastDay(call: FunctionCall): Expression {
  const value = call.value(0);
  const date = coerce(value, DATE) ?? (value.type.kind === 'DATETIME' ? value.sql : undefined);
  if (date === undefined) throw errorAt(call.node, `LAST_DAY needs DATE or DATETIME, found ${typeName(value.type)}`);
  const part = call.args[1] ? datePart(call.argument(1)) : { name: 'MONTH' };
  const start = calendarStart(date, part);
  if (part.name === 'ISOYEAR' && start !== undefined) {
    // Some days into the next one, whether this one has 52 weeks or 53.
    return typed(SQL`bq_date(CAST(date_trunc('isoyear', ${start} + to_days(373)) - to_days(1) AS DATE))`, DATE);
  }
  const { months } = DATE_PARTS.get(part.name) ?? {};
  const days = part.name.endsWith('WEEK') ? 7 : undefined;
  if (start === undefined || (months === undefined && days === undefined)) throw refusePart(call);
  const length = months === undefined ? SQL`to_days(${days ?? 0})` : SQL`to_months(${months})`;
  return typed(SQL`bq_date(CAST(${start} + ${length} - to_days(1) AS DATE))`, DATE);
}
