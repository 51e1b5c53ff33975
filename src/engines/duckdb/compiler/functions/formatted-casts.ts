import { UTC } from '../../../../googlesql/types/time-zone.js';
import { type CastFormatNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { castFormatted } from '../times/cast-format.js';
import { castParsed } from '../times/cast-parse.js';
import { type Expression } from '../expression.js';
import { writtenTime } from '../times/format-elements.js';
import { type FunctionCall } from '../rule.js';
import { toSafeVariant, withSafeVariants } from '../expressions/safe-macros.js';
import { once } from '../expressions/struct-value.js';
import { localTime, timeOfMicros } from '../times/zone.js';
import { zoneOf } from '../times/time-zone.js';
import { isTime, type SqlType, STRING, typeName } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, typeSql } from '../sql-tree/sql.js';

/** Formats of BYTES, in any case of letters. */
const BYTES_FORMATS = new Set([
  ...['HEX', 'BASE2', 'BASE8', 'BASE16', 'BASE32', 'BASE64', 'BASE64M', 'ASCII', 'UTF-8', 'UTF8'],
]);

/** `CAST(value AS type FORMAT format [AT TIME ZONE zone])`. */
export function formattedCast(call: FunctionCall, value: Expression, type: SqlType, clause: CastFormatNode): Sql {
  const node = clause.format;
  const zone = clause.zone ? zoneOf(clause.zone, call) : UTC;
  const [from, to] = [value.type.kind, type.kind];
  if (from === 'NULL') return SQL`CAST(NULL AS ${typeSql(type)})`;
  if (`${from} ${to}` === 'BYTES STRING' || `${from} ${to}` === 'STRING BYTES') {
    return bytesCast(call, value, type, node);
  }
  const time = from === 'STRING' ? type : value.type;
  if (!isTime(time) || (from !== 'STRING' && to !== 'STRING')) {
    throw unsupportedAt(clause, `${call.name} of ${typeName(value.type)} to ${typeName(type)} with a FORMAT`);
  }
  const { literal } = call.value(node);
  if (literal === null) return SQL`CAST(NULL AS ${typeSql(type)})`;
  if (typeof literal !== 'string') throw unsupportedAt(node, 'a FORMAT of dates and times other than a string literal');
  const { kind } = time;
  if (to === 'STRING') return castFormatted(literal, writtenTime(kind, value.sql, zone), node);
  const read = (text: Sql) => {
    const now = localTime(call.scope.context.catalog.now, zone);
    const { micros, isInstant } = castParsed(text, literal, kind, now, node);
    return timeOfMicros(kind, micros, isInstant, zone);
  };
  if (call.name === 'CAST') return read(value.sql);
  // A zone that is not read here may be BigQuery's, and then is not NULL.
  if ('sql' in zone) throw unsupportedAt(node, 'SAFE_CAST at a time zone other than a string literal');
  const safely = ([text]: readonly [Expression]) => withSafeVariants(read(text.sql));
  return once([value] as const, safely);
}

function bytesCast(call: FunctionCall, value: Expression, type: SqlType, node: ExpressionNode): Sql {
  const { literal } = call.value(node);
  if (typeof literal === 'string' && !BYTES_FORMATS.has(literal.toUpperCase())) {
    throw errorAt(node, `"${literal}" is no format of BYTES; write one of ${[...BYTES_FORMATS].join(', ')}`);
  }
  const macro = type.kind === 'STRING' ? SQL`bq_bytes_to_text` : SQL`bq_text_to_bytes`;
  const sql = SQL`${macro}(${value.sql}, ${call.as(node, STRING)})`;
  return call.name === 'SAFE_CAST' ? toSafeVariant(sql) : sql;
}
