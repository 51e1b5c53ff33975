import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../dialect-error.js';
import { CALENDAR_STEPS } from '../../times/date-part.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { compileInterval } from '../../literals/interval.js';
import { type FunctionCall, type FunctionRule, taking } from '../../rule.js';
import { DATE, DATETIME, INT64, type SqlType, TIMESTAMP, typeName } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql } from '../../sql-tree/sql.js';

export const BUCKET_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['DATE_BUCKET', taking([2, 3], (call) => bucket(call, DATE))],
  ['DATETIME_BUCKET', taking([2, 3], (call) => bucket(call, DATETIME))],
  ['TIMESTAMP_BUCKET', taking([2, 3], (call) => bucket(call, TIMESTAMP))],
]);

const ORIGIN = '1950-01-01';

/** Types of values; each of the functions takes all of these, and returns the same type. */
const BUCKETED: ReadonlySet<SqlType['kind']> = new Set(['DATE', 'DATETIME', 'TIMESTAMP'] as const);

/** The start of the bucket that a value is in: buckets of one width, one of which begins at the origin. */
function bucket(call: FunctionCall, own: SqlType): Expression {
  const value = call.value(0);
  const type = BUCKETED.has(value.type.kind) ? value.type : own;
  const sql = coerce(value, type);
  if (sql === undefined) {
    throw errorAt(call.argument(0), `expected ${typeName(own)}, found ${typeName(value.type)}`);
  }
  const origin = call.args[2] ? call.as(call.args[2], type) : SQL`CAST(${textSql(ORIGIN)} AS ${typeSql(type)})`;
  const width = call.argument(1);
  if (width.type === 'Null') return typed(SQL`CAST(NULL AS ${typeSql(type)})`, type);
  return typed(bucketStart(call, type, { value: sql, origin, width }), type);
}

interface Bucket {
  readonly value: Sql;
  readonly origin: Sql;
  readonly width: ExpressionNode;
}

function bucketStart(call: FunctionCall, type: SqlType, { value, origin, width }: Bucket): Sql {
  if (width.type !== 'Interval') throw errorAt(width, 'expected INTERVAL n <part>');
  const { amount, part } = width;
  const step = CALENDAR_STEPS.get(part.text.toUpperCase());
  if (type.kind === 'TIMESTAMP' ? step && 'months' in step : type.kind === 'DATE' && !step) {
    throw errorAt(part, `a bucket of ${typeName(type)} values is not some ${part.text}s wide`);
  }
  const from = (micros: Sql) => madeOf(type, SQL`bq_bucket(epoch_us(${value}), epoch_us(${origin}), ${micros})`);
  if (!step) return from(compileInterval(width, call).sql);
  const count = call.as(amount, INT64);
  if ('months' in step) {
    const start = SQL`bq_month_bucket(${value}, ${origin}, ${count} * ${step.months})`;
    return type.kind === 'DATE' ? SQL`bq_date(CAST(${start} AS DATE))` : SQL`bq_datetime(${start})`;
  }
  return from(SQL`${count} * ${step.days} * 86400000000::BIGINT`);
}

function madeOf(type: SqlType, micros: Sql): Sql {
  if (type.kind === 'TIMESTAMP') return SQL`bq_timestamp(${micros})`;
  const local = SQL`bq_datetime_of(${micros})`;
  return type.kind === 'DATE' ? SQL`CAST(${local} AS DATE)` : local;
}
