import { UTC } from '../../../../../googlesql/types/time-zone.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed } from '../../expression.js';
import { castToText } from '../conversions.js';
import { formatted, writtenTime } from '../../times/format-elements.js';
import { literalText } from '../../literals/literal-argument.js';
import { parsedTime } from '../../times/parsed-time.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { followedType } from '../../../../../googlesql/functions/overload.js';
import { instantOf, timeOfMicros, type Zone } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import {
  DATE,
  DATETIME,
  isTime,
  STRING,
  TIME,
  type TimeKind,
  TIMESTAMP,
  type TimeType,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql } from '../../sql-tree/sql.js';

/** Functions for times as text and back. Formats are known at load, and translated element by element. */
export const TIME_TEXT_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ...[TIMESTAMP, DATETIME, DATE, TIME].flatMap((type): (readonly [string, FunctionRule])[] => [
    [`FORMAT_${type.kind}`, (call) => format(call, type)],
    [`PARSE_${type.kind}`, (call) => parse(call, type.kind)],
  ]),
  ['STRING', string],
]);

function format(call: FunctionCall, own: TimeType): Expression {
  const text = literalText(call, 0, 'a format');
  const type = followedType(own, [call.value(1)]) ?? own;
  const sql = call.as(1, type);
  const written = writtenTime(type.kind, sql, zoneArgument(call, 2));
  return typed(formatted(text, written, call.argument(0)), STRING);
}

function parse(call: FunctionCall, kind: TimeKind): Sql {
  const format = literalText(call, 0, 'a format');
  const text = call.as(1, STRING);
  const { micros, isInstant } = parsedTime(text, format, kind, call.argument(0));
  const zone = zoneArgument(call, 2);
  const time = timeOfMicros(kind, micros, isInstant, zone);
  return isInstant ? inZone(time, zone) : time;
}

/** Reads the time zone of an instant whose text names its own: a zone that is NULL or unknown still leaves no answer. */
function inZone(instant: Sql, zone: Zone): Sql {
  return 'sql' in zone
    ? SQL`CASE WHEN ${instantOf(SQL`TIMESTAMP '1970-01-01'`, zone)} IS NOT NULL THEN ${instant} END`
    : instant;
}

/** STRING, as CAST writes it; a TIMESTAMP in any time zone. */
function string(call: FunctionCall): Sql {
  const value = call.value(0);
  const { kind } = value.type;
  if (kind === 'JSON') return SQL`bq_json_string(${value.sql})`;
  if (!isTime(value.type)) throw unsupportedAt(call.node, `STRING of ${typeName(value.type)}`);
  if (kind !== 'TIMESTAMP') return castToText(value) ?? NOTHING;
  const zone = zoneArgument(call, 1);
  const { local, offset } = writtenTime(kind, value.sql, zone);
  if (zone === UTC) return SQL`bq_datetime_text(${local}) || '+00'`;
  return SQL`bq_datetime_text(${local}) || bq_short_offset_text(${offset})`;
}
