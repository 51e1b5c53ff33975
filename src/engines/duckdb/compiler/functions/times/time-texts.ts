import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { coerce, type Expression, typed } from '../../expression.js';
import { formatted, type FormattedTime } from '../../times/format-elements.js';
import { literalText } from '../../literals/literal-argument.js';
import { type ParsedKind } from '../../times/parse-format.js';
import { parsedTime } from '../../times/parsed-time.js';
import { type FunctionCall, expectArguments, type FunctionRule, taking } from '../../rule.js';
import { followedType } from '../../types/time-type.js';
import { instantOf, localTime, UTC, type Zone } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import {
  DATE,
  DATETIME,
  type SqlType,
  STRING,
  TIME,
  TIMESTAMP,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../../sql-tree/sql.js';

/** Functions for times as text and back. Formats are known at load, and translated element by element. */
export const TIME_TEXT_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['FORMAT_TIMESTAMP', taking([2, 3], (call) => format(call, TIMESTAMP))],
  ['FORMAT_DATETIME', taking([2, 3], (call) => format(call, DATETIME))],
  ['FORMAT_DATE', taking([2, 3], (call) => format(call, DATE))],
  ['FORMAT_TIME', taking([2, 3], (call) => format(call, TIME))],
  ['PARSE_TIMESTAMP', taking([2, 3], (call) => parse(call, 'TIMESTAMP'))],
  ['PARSE_DATETIME', taking(2, (call) => parse(call, 'DATETIME'))],
  ['PARSE_DATE', taking(2, (call) => parse(call, 'DATE'))],
  ['PARSE_TIME', taking(2, (call) => parse(call, 'TIME'))],
  ['STRING', taking([1, 2], string)],
]);

/** Seconds that a clock is ahead of UTC. */
export function offsetOf(local: Sql, instant: Sql): Sql {
  return SQL`((epoch_us(${local}) - epoch_us(${instant})) // 1000000)`;
}

function format(call: FunctionCall, own: SqlType): Expression {
  const text = literalText(call, 0, 'a format');
  const value = call.value(1);
  const type = followedType(own, [value]);
  const sql = type && coerce(value, type);
  if (!type || sql === undefined) {
    throw errorAt(call.argument(1), `expected ${typeName(own)}, found ${typeName(value.type)}`);
  }
  if (type.kind !== 'TIMESTAMP') expectArguments(call, 2);
  const local = localOf(call, type, sql);
  const written = { kind: type.kind as FormattedTime['kind'], local, instant: sql, offset: offsetOf(local, sql) };
  return typed(formatted(text, written, call.argument(0)), STRING);
}

function localOf(call: FunctionCall, type: SqlType, sql: Sql): Sql {
  if (type.kind === 'TIMESTAMP') return localTime(sql, zoneArgument(call, 2));
  return type.kind === 'TIME' ? SQL`bq_datetime_of(epoch_us(${sql}))` : SQL`CAST(${sql} AS TIMESTAMP)`;
}

function parse(call: FunctionCall, kind: ParsedKind): Expression {
  const format = literalText(call, 0, 'a format');
  const text = call.as(1, STRING);
  const { micros, isInstant } = parsedTime(text, format, kind, call.argument(0));
  if (kind === 'TIME') return typed(SQL`bq_time(${micros})`, { kind });
  const zone = kind === 'TIMESTAMP' ? zoneArgument(call, 2) : UTC;
  if (isInstant) return typed(inZone(SQL`bq_timestamp(${micros})`, zone), TIMESTAMP);
  const local = SQL`bq_datetime_of(${micros})`;
  if (kind === 'TIMESTAMP') return typed(instantOf(local, zone), TIMESTAMP);
  return typed(kind === 'DATE' ? SQL`CAST(${local} AS DATE)` : local, { kind });
}

/** Reads the time zone of an instant whose text names its own: a zone that is NULL or unknown still leaves no answer. */
function inZone(instant: Sql, zone: Zone): Sql {
  return 'sql' in zone
    ? SQL`CASE WHEN ${instantOf(SQL`TIMESTAMP '1970-01-01'`, zone)} IS NOT NULL THEN ${instant} END`
    : instant;
}

/** STRING, as CAST writes it; a TIMESTAMP in any time zone. */
function string(call: FunctionCall): Expression {
  const value = call.value(0);
  const { kind } = value.type;
  if (call.args.length > 1 && kind !== 'TIMESTAMP')
    throw errorAt(call.node, `a ${typeName(value.type)} has no time zone`);
  switch (kind) {
    case 'DATE':
      return typed(SQL`CAST(${value.sql} AS VARCHAR)`, STRING);
    case 'TIME':
      return typed(SQL`bq_time_text(${value.sql})`, STRING);
    case 'DATETIME':
      return typed(SQL`bq_datetime_text(${value.sql})`, STRING);
    case 'TIMESTAMP': {
      const zone = zoneArgument(call, 1);
      const local = localTime(value.sql, zone);
      if (zone === UTC) return typed(SQL`bq_datetime_text(${local}) || '+00'`, STRING);
      return typed(SQL`bq_datetime_text(${local}) || bq_short_offset_text(${offsetOf(local, value.sql)})`, STRING);
    }
    case 'JSON':
      return typed(SQL`bq_json_string(${value.sql})`, STRING);
    default:
      throw unsupportedAt(call.node, `STRING of ${typeName(value.type)}`);
  }
}
