import { type CastFormatNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { castFormatted } from '../times/cast-format.js';
import { castParsed } from '../times/cast-parse.js';
import { type Expression, typed } from '../expression.js';
import { type ParsedKind } from '../times/parse-format.js';
import { type FunctionCall } from '../rule.js';
import { toSafeVariant, withSafeVariants } from '../expressions/safe-macros.js';
import { once } from '../expressions/struct-value.js';
import { instantOf, localTime, UTC, type Zone } from '../times/zone.js';
import { zoneOf } from '../times/time-zone.js';
import { type SqlType, STRING, TIMESTAMP, typeName } from '../../../../googlesql/types/types.js';
import { offsetOf } from './times/time-texts.js';
import { SQL, type Sql, typeSql } from '../sql-tree/sql.js';

/** Formats of BYTES, in any case of letters. */
const BYTES_FORMATS = new Set([
  ...['HEX', 'BASE2', 'BASE8', 'BASE16', 'BASE32', 'BASE64', 'BASE64M', 'ASCII', 'UTF-8', 'UTF8'],
]);

/** `CAST(value AS type FORMAT format [AT TIME ZONE zone])`. */
export function formattedCast(
  call: FunctionCall,
  value: Expression,
  type: SqlType,
  clause: CastFormatNode,
): Expression {
  const node = clause.format;
  const zone = clause.zone && zoneOf(clause.zone, call);
  const [from, to] = [value.type.kind, type.kind];
  if (zone && ![from, to].includes('TIMESTAMP')) throw errorAt(node, 'AT TIME ZONE goes with a TIMESTAMP alone');
  if (from === 'NULL') return typed(SQL`CAST(NULL AS ${typeSql(type)})`, type);
  if (`${from} ${to}` === 'BYTES STRING' || `${from} ${to}` === 'STRING BYTES') {
    return bytesCast(call, value, type, node);
  }
  const kind = parsedKind(from === 'STRING' ? to : from);
  if (!kind || (from !== 'STRING' && to !== 'STRING')) {
    throw unsupportedAt(clause, `${call.name} of ${typeName(value.type)} to ${typeName(type)} with a FORMAT`);
  }
  const { literal } = call.value(node);
  if (literal === null) return typed(SQL`CAST(NULL AS ${typeSql(type)})`, type);
  if (typeof literal !== 'string') throw unsupportedAt(node, 'a FORMAT of dates and times other than a string literal');
  if (to === 'STRING') return typed(writtenIn(value.sql, kind, literal, zone ?? UTC, node), STRING);
  if (call.name === 'CAST') return typed(readIn(value.sql, kind, literal, zone ?? UTC, call, node), type);
  // A zone that is not read here may be BigQuery's, and then is not NULL.
  if (zone && 'sql' in zone) throw unsupportedAt(node, 'SAFE_CAST at a time zone other than a string literal');
  const safely = ([text]: readonly [Expression]) =>
    withSafeVariants(readIn(text.sql, kind, literal, zone ?? UTC, call, node));
  return typed(once([value] as const, safely), type);
}

function bytesCast(call: FunctionCall, value: Expression, type: SqlType, node: ExpressionNode): Expression {
  const { literal } = call.value(node);
  if (typeof literal === 'string' && !BYTES_FORMATS.has(literal.toUpperCase())) {
    throw errorAt(node, `"${literal}" is no format of BYTES; write one of ${[...BYTES_FORMATS].join(', ')}`);
  }
  const macro = type.kind === 'STRING' ? SQL`bq_bytes_to_text` : SQL`bq_text_to_bytes`;
  const sql = SQL`${macro}(${value.sql}, ${call.as(node, STRING)})`;
  return typed(call.name === 'SAFE_CAST' ? toSafeVariant(sql) : sql, type);
}

function parsedKind(kind: SqlType['kind']): ParsedKind | undefined {
  return (['DATE', 'DATETIME', 'TIME', 'TIMESTAMP'] as const).find((each) => each === kind);
}

function writtenIn(value: Sql, kind: ParsedKind, format: string, zone: Zone, node: ExpressionNode): Sql {
  const plain = kind === 'TIME' ? SQL`bq_datetime_of(epoch_us(${value}))` : SQL`CAST(${value} AS TIMESTAMP)`;
  const local = kind === 'TIMESTAMP' ? localTime(value, zone) : plain;
  return castFormatted(format, { kind, local, instant: value, offset: offsetOf(local, value) }, node);
}

function readIn(
  text: Sql,
  kind: ParsedKind,
  format: string,
  zone: Zone,
  call: FunctionCall,
  node: ExpressionNode,
): Sql {
  const now = localTime(call.scope.context.catalog.now, zone);
  const { micros, isInstant } = castParsed(text, format, kind, now, node);
  if (kind === 'TIME') return SQL`bq_time(${micros})`;
  if (isInstant) return SQL`bq_timestamp(${micros})`;
  const local = SQL`bq_datetime_of(${micros})`;
  if (kind === TIMESTAMP.kind) return instantOf(local, zone);
  return kind === 'DATE' ? SQL`CAST(${local} AS DATE)` : local;
}
