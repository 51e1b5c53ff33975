import { type IntervalNode } from '../../../../../googlesql/ast/nodes.js';
import { timeOfMicros } from '../../times/zone.js';
import { intervalOf } from '../../../../../googlesql/resolver/date-parts.js';
import { calendarDistance, compileInterval } from '../../literals/interval.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { DATE, DATETIME, isTime, TIMESTAMP, type TimeType } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql } from '../../sql-tree/sql.js';

export const BUCKET_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['DATE_BUCKET', (call) => bucket(call, DATE)],
  ['DATETIME_BUCKET', (call) => bucket(call, DATETIME)],
  ['TIMESTAMP_BUCKET', (call) => bucket(call, TIMESTAMP)],
]);

const ORIGIN = '1950-01-01';

/**
 * The start of the bucket that a value is in: buckets of one width, one of which begins at the origin. Each of the functions takes all
 * times with a date, and returns the same type.
 */
function bucket(call: FunctionCall, own: TimeType): Sql {
  const value = call.value(0);
  const type = isTime(value.type) && value.type.kind !== 'TIME' ? value.type : own;
  const sql = call.as(0, type);
  const origin = call.args[2] ? call.as(call.args[2], type) : SQL`CAST(${textSql(ORIGIN)} AS ${typeSql(type)})`;
  const width = call.argument(1);
  if (width.type === 'Null') return SQL`CAST(NULL AS ${typeSql(type)})`;
  return bucketStart(call, type, sql, origin, intervalOf(width));
}

function bucketStart(call: FunctionCall, type: TimeType, value: Sql, origin: Sql, width: IntervalNode): Sql {
  const distance = calendarDistance(width, call);
  if (distance?.unit === 'months') {
    const start = SQL`bq_month_bucket(${value}, ${origin}, ${distance.count})`;
    return type.kind === 'DATE' ? SQL`bq_date(CAST(${start} AS DATE))` : SQL`bq_datetime(${start})`;
  }
  const micros = distance ? SQL`${distance.count} * 86400000000::BIGINT` : compileInterval(width, call).sql;
  const start = SQL`bq_bucket(epoch_us(${value}), epoch_us(${origin}), ${micros})`;
  return timeOfMicros(type.kind, start, type.kind === 'TIMESTAMP');
}
