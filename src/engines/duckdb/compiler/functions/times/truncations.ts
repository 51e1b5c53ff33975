import { UTC } from '../../../../../googlesql/types/time-zone.js';
import { DATE_PARTS, datePart, partMicros, partWord } from '../../../../../googlesql/resolver/date-parts.js';
import { calendarStart } from '../../times/date-part.js';
import { coerce } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { instantOf, localTime } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import { DATE, type SqlType, TIME } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql } from '../../sql-tree/sql.js';

export const TRUNCATION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['TIMESTAMP_TRUNC', truncate],
  ['DATETIME_TRUNC', truncate],
  ['DATE_TRUNC', truncate],
  ['TIME_TRUNC', truncateTime],
  ['LAST_DAY', lastDay],
]);

function truncate(call: FunctionCall, type: SqlType): Sql {
  const value = call.as(0, type);
  const node = call.argument(1);
  const part = datePart(node);
  const zone = zoneArgument(call, 2);
  const local = type.kind === 'TIMESTAMP' ? localTime(value, zone) : value;
  const start = calendarStart(local, part);
  if (start !== undefined) {
    if (type.kind === 'TIMESTAMP') return instantOf(start, zone);
    return type.kind === 'DATE' ? SQL`CAST(${start} AS DATE)` : start;
  }
  const cut = SQL`date_trunc(${textSql(part.name.toLowerCase())}, ${local})`;
  if (type.kind === 'DATETIME') return cut;
  if (zone === UTC) return SQL`make_timestamptz(epoch_us(${cut}))`;
  // The local time since the hour is taken off the instant, even if the zone's offset has changed within it.
  return SQL`bq_truncated_instant(${value}, ${local}, ${partMicros(partWord(node))}::BIGINT)`;
}

function truncateTime(call: FunctionCall): Sql {
  const value = call.as(0, TIME);
  return SQL`bq_time(epoch_us(${value}) - epoch_us(${value}) % ${partMicros(partWord(call.argument(1)))})`;
}

function lastDay(call: FunctionCall): Sql {
  const value = call.value(0);
  const part = call.args[1] ? datePart(call.argument(1)) : { name: 'MONTH' };
  const start = calendarStart(coerce(value, DATE) ?? value.sql, part) ?? value.sql;
  if (part.name === 'ISOYEAR') {
    // Some days into the next one, whether this one has 52 weeks or 53.
    return SQL`bq_date(CAST(date_trunc('isoyear', ${start} + to_days(373)) - to_days(1) AS DATE))`;
  }
  const { months } = DATE_PARTS.get(part.name) ?? {};
  const length = months === undefined ? SQL`to_days(7)` : SQL`to_months(${months})`;
  return SQL`bq_date(CAST(${start} + ${length} - to_days(1) AS DATE))`;
}
