import { calendarDifference, CALENDAR_STEPS, datePart } from '../date-part.js';
import { type Expression, typed } from '../expression.js';
import { compileAs } from '../expressions.js';
import { microsOf, moved, PART_MICROS, compileInterval } from '../interval.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { DATE, DATETIME, INT64, type SqlType, TIME, TIMESTAMP, typeName } from '../types.js';

export const DATE_ARITHMETIC_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['TIMESTAMP_ADD', (call) => shiftTimestamp(call, '+')],
  ['TIMESTAMP_SUB', (call) => shiftTimestamp(call, '-')],
  ['DATE_ADD', (call) => shift(call, DATE, '+')],
  ['DATE_SUB', (call) => shift(call, DATE, '-')],
  ['DATETIME_ADD', (call) => shift(call, DATETIME, '+')],
  ['DATETIME_SUB', (call) => shift(call, DATETIME, '-')],
  ['TIME_ADD', (call) => shift(call, TIME, '+')],
  ['TIME_SUB', (call) => shift(call, TIME, '-')],
  [
    'TIMESTAMP_DIFF',
    (call) => {
      const [end = '', start = ''] = twoValues(call, TIMESTAMP);
      const part = argument(call, 2);
      part.only();
      return typed(`bq_timestamp_diff(${end}, ${start}, ${microsOf(part)})`, INT64);
    },
  ],
  ['DATE_DIFF', (call) => difference(call, DATE)],
  ['DATETIME_DIFF', (call) => difference(call, DATETIME)],
  ['TIME_DIFF', (call) => difference(call, TIME)],
]);

function twoValues(call: Call, type: SqlType): string[] {
  expectArguments(call, 3);
  return call.args.slice(0, 2).map((arg) => compileAs(arg, call.scope, type));
}

function shiftTimestamp(call: Call, operator: '+' | '-'): Expression {
  expectArguments(call, 2);
  const value = compileAs(argument(call, 0), call.scope, TIMESTAMP);
  return moved(value, operator, compileInterval(argument(call, 1), call.scope), call.scope);
}

/** A month more or less keeps the day, or takes the month's last where there is no such day; so does DuckDB. */
function shift(call: Call, type: SqlType, operator: '+' | '-'): Expression {
  expectArguments(call, 2);
  const value = compileAs(argument(call, 0), call.scope, type);
  const interval = argument(call, 1);
  if (interval.type !== 'IntervalLiteral') throw interval.error('expected INTERVAL n <part>');
  const part = interval.need('date_part');
  const step = type.kind === 'TIME' ? undefined : CALENDAR_STEPS.get(part.keyword);
  if (!step) {
    if (type.kind === 'DATE' || part.keyword === 'DAY' || !PART_MICROS.has(part.keyword)) {
      throw part.unsupported(`INTERVAL n ${part.text} in ${call.name}`);
    }
    const micros = compileInterval(interval, call.scope).sql;
    const made = type.kind === 'TIME' ? 'bq_time_around' : 'bq_datetime_of';
    return typed(`${made}(epoch_us(${value}) ${operator} ${micros})`, type);
  }
  interval.only('expr', 'date_part');
  const count = compileAs(interval.need('expr'), call.scope, INT64);
  const distance =
    'days' in step
      ? `to_days(CAST(${count} * ${step.days} AS INTEGER))`
      : `to_months(CAST(${count} * ${step.months} AS INTEGER))`;
  const sum = `(${value} ${operator} ${distance})`;
  return typed(type.kind === 'DATE' ? `bq_date(CAST(${sum} AS DATE))` : `bq_datetime(${sum})`, type);
}

/** Borders between the two, not whole units; below the day as well, other than between TIMESTAMPs. */
function difference(call: Call, type: SqlType): Expression {
  const [end = '', start = ''] = twoValues(call, type);
  const node = argument(call, 2);
  const part = datePart(node);
  const calendar = type.kind === 'TIME' ? undefined : calendarDifference(end, start, part);
  if (calendar !== undefined) return typed(calendar, INT64);
  const micros = PART_MICROS.get(part.name);
  if (micros === undefined || part.name === 'DAY' || type.kind === 'DATE') {
    throw node.unsupported(`the date part ${node.text} of ${call.name} (${typeName(type)})`);
  }
  const each = (value: string) => `bq_floor_div(epoch_us(${value}), ${micros}::BIGINT)`;
  return typed(`(${each(end)} - ${each(start)})`, INT64);
}
