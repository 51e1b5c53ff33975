import { coerce, type Expression, typed } from '../expression.js';
import { compileExpression } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule, signatures } from '../rule.js';
import { instantOf, localTime, zoneArgument } from '../time-zone.js';
import { DATE, DATETIME, INT64, type SqlType, TIME, TIMESTAMP, typeName } from '../types.js';

/**
 * Instants are computed as microseconds since the epoch, exact and always UTC. DuckDB's own functions on TIMESTAMP WITH
 * TIME ZONE ask the ICU library for the calendar at every row; only a named time zone needs it.
 */
export const TIMESTAMP_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'CURRENT_TIMESTAMP',
    (call) => {
      expectArguments(call, 0);
      return typed(call.scope.context.catalog.now, TIMESTAMP);
    },
  ],
  ['CURRENT_DATE', (call) => current(call, DATE)],
  ['CURRENT_DATETIME', (call) => current(call, DATETIME)],
  ['CURRENT_TIME', (call) => current(call, TIME)],
  ['UNIX_MICROS', signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `epoch_us(${t})` })],
  ['UNIX_MILLIS', signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `bq_floor_div(epoch_us(${t}), 1000)` })],
  [
    'UNIX_SECONDS',
    signatures({ args: [TIMESTAMP], returns: INT64, sql: (t) => `bq_floor_div(epoch_us(${t}), 1000000)` }),
  ],
  ['TIMESTAMP_MICROS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n})` })],
  ['TIMESTAMP_MILLIS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n} * 1000)` })],
  ['TIMESTAMP_SECONDS', signatures({ args: [INT64], returns: TIMESTAMP, sql: (n) => `bq_timestamp(${n} * 1000000)` })],
  ['TIMESTAMP', timestamp],
]);

/** What a clock shows now, in the time zone that is given or in UTC. */
function current(call: Call, type: SqlType): Expression {
  expectArguments(call, 0, 1);
  const local = localTime(call.scope.context.catalog.now, zoneArgument(call, 0));
  return typed(type.kind === 'DATETIME' ? local : `CAST(${local} AS ${type.kind})`, type);
}

function timestamp(call: Call): Expression {
  expectArguments(call, 1, 2);
  const node = argument(call, 0);
  const value = compileExpression(node, call.scope);
  const zone = zoneArgument(call, 1);
  // A literal that has an offset of its own is one instant, and nothing else.
  const local = coerce(value, DATETIME) ?? (value.type.kind === 'DATE' ? `CAST(${value.sql} AS TIMESTAMP)` : undefined);
  if (local !== undefined) return typed(instantOf(local, zone), TIMESTAMP);
  if (call.args.length > 1) {
    throw node.unsupported(
      `TIMESTAMP(${typeName(value.type)}, zone) of anything but a DATE, a DATETIME or a literal without an offset`,
    );
  }
  const instant =
    coerce(value, TIMESTAMP) ?? (value.type.kind === 'STRING' ? `bq_text_to_timestamp(${value.sql})` : undefined);
  if (instant === undefined) throw node.error(`no TIMESTAMP(${typeName(value.type)})`);
  return typed(instant, TIMESTAMP);
}
