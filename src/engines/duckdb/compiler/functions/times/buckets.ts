import { type CstNode } from '../../cst.js';
import { CALENDAR_STEPS } from '../../times/date-part.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { compileAs, compileExpression } from '../../expressions/expressions.js';
import { compileInterval } from '../../literals/interval.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../../rule.js';
import { DATE, DATETIME, INT64, type SqlType, TIMESTAMP, typeName } from '../../../../../googlesql/types/types.js';
import { duckDbType } from '../../types/duckdb-types.js';

export const BUCKET_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['DATE_BUCKET', (call) => bucket(call, DATE)],
  ['DATETIME_BUCKET', (call) => bucket(call, DATETIME)],
  ['TIMESTAMP_BUCKET', (call) => bucket(call, TIMESTAMP)],
]);

const ORIGIN = '1950-01-01';

/** Each of the functions takes all of these, and answers with what it was given. */
const BUCKETED: ReadonlySet<SqlType['kind']> = new Set(['DATE', 'DATETIME', 'TIMESTAMP'] as const);

/** The start of the bucket that a value is in: buckets of one width, of which one begins at the origin. */
function bucket(call: FunctionCall, own: SqlType): Expression {
  expectArguments(call, 2, 3);
  const value = compileExpression(argument(call, 0), call.scope);
  const type = BUCKETED.has(value.type.kind) ? value.type : own;
  const sql = coerce(value, type);
  if (sql === undefined) {
    throw argument(call, 0).error(`expected ${typeName(own)}, found ${typeName(value.type)}`);
  }
  const origin = call.args[2] ? compileAs(call.args[2], call.scope, type) : `CAST('${ORIGIN}' AS ${duckDbType(type)})`;
  const width = argument(call, 1);
  if (width.type === 'NullLiteral') {
    width.only();
    return typed(`CAST(NULL AS ${duckDbType(type)})`, type);
  }
  return typed(bucketStart(call, type, { value: sql, origin, width }), type);
}

interface Bucket {
  readonly value: string;
  readonly origin: string;
  readonly width: CstNode;
}

function bucketStart(call: FunctionCall, type: SqlType, { value, origin, width }: Bucket): string {
  if (width.type !== 'IntervalLiteral') throw width.error('expected INTERVAL n <part>');
  const part = width.need('date_part');
  const step = CALENDAR_STEPS.get(part.keyword);
  if (type.kind === 'TIMESTAMP' ? step && 'months' in step : type.kind === 'DATE' && !step) {
    throw part.error(`a bucket of ${typeName(type)} values is not some ${part.text}s wide`);
  }
  const from = (micros: string) => madeOf(type, `bq_bucket(epoch_us(${value}), epoch_us(${origin}), ${micros})`);
  if (!step) return from(compileInterval(width, call.scope).sql);
  width.only('expr', 'date_part');
  const count = compileAs(width.need('expr'), call.scope, INT64);
  if ('months' in step) {
    const start = `bq_month_bucket(${value}, ${origin}, ${count} * ${step.months})`;
    return type.kind === 'DATE' ? `bq_date(CAST(${start} AS DATE))` : `bq_datetime(${start})`;
  }
  return from(`${count} * ${step.days} * 86400000000::BIGINT`);
}

function madeOf(type: SqlType, micros: string): string {
  if (type.kind === 'TIMESTAMP') return `bq_timestamp(${micros})`;
  const local = `bq_datetime_of(${micros})`;
  return type.kind === 'DATE' ? `CAST(${local} AS DATE)` : local;
}
