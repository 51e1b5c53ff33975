import { UTC } from '../../../../../googlesql/types/time-zone.js';
import { hasZone } from '../../../../../googlesql/types/time-literal.js';
import { unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { intervalOf } from '../../../../../googlesql/resolver/date-parts.js';
import { calendarDistance } from '../../literals/interval.js';
import { coerce, type Expression, coercedTo } from '../../expression.js';
import { type FunctionCall, type Rule } from '../../rule.js';
import { temporalLiteral } from '../../literals/time-literal.js';
import { localTime } from '../../times/zone.js';
import { zoneArgument } from '../../times/time-zone.js';
import { DATE, DATETIME, INT64, type SqlType, TIME, TIMESTAMP } from '../../../../../googlesql/types/types.js';
import { joinSql, SQL, type Sql, typeSql, wordSql } from '../../sql-tree/sql.js';

export const DATE_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['DATE', (call) => civil(call, DATE, 'bq_make_date', 3)],
  ['DATETIME', (call) => civil(call, DATETIME, 'bq_make_datetime', 6)],
  ['TIME', (call) => civil(call, TIME, 'bq_make_time', 3)],
  ['UNIX_DATE', [(d) => SQL`(${d} - DATE '1970-01-01')`]],
  ['DATE_FROM_UNIX_DATE', [(n) => SQL`bq_date(DATE '1970-01-01' + CAST(${n} AS INTEGER))`]],
  ['GENERATE_DATE_ARRAY', generateDates],
]);

/** A date or time from its parts, from a TIMESTAMP as a clock in some time zone shows it, or from a DATETIME or a DATE. */
function civil(call: FunctionCall, type: SqlType, make: string, parts: number): Sql {
  const first = call.value(0);
  if (call.args.length === parts) {
    return SQL`${wordSql(make)}(${joinSql(call.args.map((arg) => call.as(arg, INT64)))})`;
  }
  if (type.kind === 'DATETIME' && call.args.length === 2 && first.type.kind !== 'TIMESTAMP') {
    const date = coerce(first, DATE);
    if (date !== undefined) return SQL`(${date} + ${call.as(1, TIME)})`;
  }
  const instant = instantFor(first, type);
  const plain = instant === undefined ? civilValue(call, first, type) : localTime(instant, zoneArgument(call, 1));
  return SQL`CAST(${plain} AS ${typeSql(type)})`;
}

/** The instant of a value. A literal is a TIMESTAMP to DATE; DATETIME takes one that it could read itself, which says the same. */
function instantFor(value: Expression, type: SqlType): Sql | undefined {
  if (value.type.kind === 'TIMESTAMP') return value.sql;
  const { literal } = value;
  if (typeof literal !== 'string' || (type.kind === 'DATETIME' && hasZone(literal))) return undefined;
  return temporalLiteral(literal, TIMESTAMP);
}

function civilValue(call: FunctionCall, value: Expression, type: SqlType): Sql {
  const { kind } = value.type;
  if (kind === 'STRING') return readValue(call, value.sql, type);
  if (kind === 'DATETIME' || (kind === 'DATE' && type.kind !== 'TIME')) return value.sql;
  return coercedTo(value, type);
}

/** Reads a text, which is a TIMESTAMP to DATE and a DATETIME to DATETIME. */
function readValue(call: FunctionCall, text: Sql, type: SqlType): Sql {
  // A time zone that is not read here may be BigQuery's, and then is not NULL.
  if (call.node.isSafe) throw unsupportedAt(call.node, `SAFE.${call.name} of a STRING; write SAFE_CAST, it`);
  return type.kind === 'DATE' ? localTime(SQL`bq_text_to_timestamp(${text})`, UTC) : SQL`bq_text_to_datetime(${text})`;
}

/** GENERATE_DATE_ARRAY(start, end[, INTERVAL n part]). */
function generateDates(call: FunctionCall): Sql {
  const [start, end] = [call.as(0, DATE), call.as(1, DATE)];
  const interval = call.args[2];
  if (!interval) return SQL`bq_generate_date_array(${start}, ${end}, 1::BIGINT)`;
  const written = intervalOf(interval);
  const distance = calendarDistance(written, call);
  if (!distance) throw unsupportedAt(written.part, `INTERVAL n ${written.part.text} in ${call.name}`);
  const macro = distance.unit === 'days' ? SQL`bq_generate_date_array` : SQL`bq_generate_month_array`;
  return SQL`${macro}(${start}, ${end}, ${distance.count})`;
}
