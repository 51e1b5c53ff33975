import { type Expression, typed } from '../expression.js';
import { compileAs, compileExpression } from '../expressions.js';
import { compileInterval, microsOf, moved, PART_MICROS } from '../interval.js';
import { argument, type Call, expectArguments, type Rule, signatures } from '../rule.js';
import { DATE, DATETIME, INT64, type SqlType, STRING, TIMESTAMP, typeName } from '../types.js';

/**
 * Instants are computed as microseconds since the epoch, exact and always UTC. DuckDB's own functions on TIMESTAMP WITH
 * TIME ZONE ask the ICU library for the calendar at every row.
 */
export const TIMESTAMP_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'CURRENT_TIMESTAMP',
    (call) => {
      expectArguments(call, 0);
      return typed(call.scope.context.catalog.now, TIMESTAMP);
    },
  ],
  [
    'CURRENT_DATE',
    (call) => {
      expectArguments(call, 0);
      return typed(`CAST(make_timestamp(epoch_us(${call.scope.context.catalog.now})) AS DATE)`, DATE);
    },
  ],
  ['TIMESTAMP_TRUNC', (call) => truncate(call, TIMESTAMP)],
  ['DATETIME_TRUNC', (call) => truncate(call, DATETIME)],
  ['TIMESTAMP_ADD', (call) => shift(call, '+')],
  ['TIMESTAMP_SUB', (call) => shift(call, '-')],
  [
    'TIMESTAMP_DIFF',
    (call) => {
      expectArguments(call, 3);
      const [end = '', start = ''] = call.args.slice(0, 2).map((arg) => compileAs(arg, call.scope, TIMESTAMP));
      const part = argument(call, 2);
      part.only();
      return typed(`bq_timestamp_diff(${end}, ${start}, ${microsOf(part)})`, INT64);
    },
  ],
  ['EXTRACT', extract],
  ['UNIX_MICROS', signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `epoch_us(${t})` })],
  ['UNIX_MILLIS', signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `bq_floor_div(epoch_us(${t}), 1000)` })],
  [
    'UNIX_SECONDS',
    signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `bq_floor_div(epoch_us(${t}), 1000000)` }),
  ],
  ['TIMESTAMP_MICROS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n})` })],
  ['TIMESTAMP_MILLIS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n} * 1000)` })],
  ['TIMESTAMP_SECONDS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n} * 1000000)` })],
  [
    'TIMESTAMP',
    signatures(
      { args: [TIMESTAMP], returns: TIMESTAMP, sql: (t) => t },
      { args: [DATE], returns: TIMESTAMP, sql: (d) => `make_timestamptz(epoch_us(${d}))` },
      { args: [DATETIME], returns: TIMESTAMP, sql: (d) => `make_timestamptz(epoch_us(${d}))` },
    ),
  ],
  [
    'DATETIME',
    signatures(
      { args: [DATETIME], returns: DATETIME, sql: (d) => d },
      { args: [DATE], returns: DATETIME, sql: (d) => `CAST(${d} AS TIMESTAMP)` },
      { args: [TIMESTAMP], returns: DATETIME, sql: (t) => `make_timestamp(epoch_us(${t}))` },
    ),
  ],
  [
    'DATE',
    signatures(
      { args: [DATE], returns: DATE, sql: (d) => d },
      { args: [DATETIME], returns: DATE, sql: (d) => `CAST(${d} AS DATE)` },
      { args: [TIMESTAMP], returns: DATE, sql: (t) => `CAST(make_timestamp(epoch_us(${t})) AS DATE)` },
    ),
  ],
  ['STRING', signatures({ args: [DATE], returns: STRING, sql: (d) => `CAST(${d} AS VARCHAR)` })],
]);

/** Parts whose length depends on the calendar, and DuckDB's name for each. A GoogleSQL WEEK begins on Sunday. */
export const CALENDAR_PARTS: ReadonlyMap<string, string> = new Map([
  ['ISOWEEK', 'week'],
  ['MONTH', 'month'],
  ['QUARTER', 'quarter'],
  ['YEAR', 'year'],
]);

function truncate(call: Call, type: SqlType): Expression {
  expectArguments(call, 2);
  const value = compileExpression(argument(call, 0), call.scope);
  if (value.type.kind !== type.kind) {
    throw call.node.error(`${call.name} needs ${typeName(type)}, found ${typeName(value.type)}`);
  }
  const part = argument(call, 1);
  part.only();
  const plain = type.kind === 'TIMESTAMP' ? `make_timestamp(epoch_us(${value.sql}))` : value.sql;
  if (part.keyword === 'WEEK') {
    if (type.kind !== 'TIMESTAMP') throw part.unsupported(`the date part ${part.text} of ${call.name}`);
    const day = `to_days(1)`;
    return typed(`bq_timestamp(epoch_us(date_trunc('week', ${plain} + ${day}) - ${day}))`, type);
  }
  const name = PART_MICROS.has(part.keyword) ? part.keyword.toLowerCase() : CALENDAR_PARTS.get(part.keyword);
  if (name === undefined) throw part.unsupported(`the date part ${part.text} of ${call.name}`);
  const truncated = `date_trunc('${name}', ${plain})`;
  return typed(type.kind === 'TIMESTAMP' ? `make_timestamptz(epoch_us(${truncated}))` : truncated, type);
}

function shift(call: Call, operator: '+' | '-'): Expression {
  expectArguments(call, 2);
  const value = compileAs(argument(call, 0), call.scope, TIMESTAMP);
  return moved(value, operator, compileInterval(argument(call, 1), call.scope), call.scope);
}

/** Parts of EXTRACT, and DuckDB's name for each where the numbers agree. */
const EXTRACTS: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'year'],
  ['QUARTER', 'quarter'],
  ['MONTH', 'month'],
  ['DAY', 'day'],
  ['DAYOFYEAR', 'doy'],
  ['ISOYEAR', 'isoyear'],
  ['ISOWEEK', 'week'],
  ['HOUR', 'hour'],
  ['MINUTE', 'minute'],
]);

function extract(call: Call): Expression {
  expectArguments(call, 1);
  const node = argument(call, 0);
  node.only('extract_datepart', 'extract_from');
  const value = compileExpression(node.need('extract_from'), call.scope);
  const part = node.need('extract_datepart');
  part.only();
  if (!['TIMESTAMP', 'DATETIME', 'DATE'].includes(value.type.kind)) {
    throw node.unsupported(`EXTRACT from ${typeName(value.type)}`);
  }
  const plain = value.type.kind === 'TIMESTAMP' ? `make_timestamp(epoch_us(${value.sql}))` : value.sql;
  if (part.keyword === 'DATE') return typed(`CAST(${plain} AS DATE)`, DATE);
  if (value.type.kind === 'DATE' && /^(HOUR|MINUTE|SECOND)$/.test(part.keyword)) {
    throw part.error(`a DATE has no ${part.keyword}`);
  }
  // DuckDB counts days of the week from 0, GoogleSQL from 1; both begin on Sunday.
  if (part.keyword === 'DAYOFWEEK') return typed(`(date_part('dow', ${plain}) + 1)`, INT64);
  if (part.keyword === 'SECOND') return typed(`CAST(floor(date_part('second', ${plain})) AS BIGINT)`, INT64);
  const name = EXTRACTS.get(part.keyword);
  if (name === undefined) throw part.unsupported(`EXTRACT(${part.text} …)`);
  return typed(`date_part('${name}', ${plain})`, INT64);
}
