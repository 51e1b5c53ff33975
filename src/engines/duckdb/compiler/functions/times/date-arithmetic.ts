import { errorAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { calendarDifference, datePart, meantPart, microsOf, partWord, refusedPart } from '../../times/date-part.js';
import { type Expression, typed } from '../../expression.js';
import { compileInterval, partMicros } from '../../literals/interval.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { followedType } from '../../../../../googlesql/functions/overload.js';
import { type Direction, movedInstant, shifted } from '../../times/time-shift.js';
import {
  DATE,
  DATETIME,
  INT64,
  TIME,
  TIMESTAMP,
  type TimeType,
  typeName,
} from '../../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../../sql-tree/sql.js';

export const DATE_ARITHMETIC_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ...[TIMESTAMP, DATE, DATETIME, TIME].flatMap((type): (readonly [string, FunctionRule])[] => [
    [`${type.kind}_ADD`, (call) => shift(call, type, '+')],
    [`${type.kind}_SUB`, (call) => shift(call, type, '-')],
    [`${type.kind}_DIFF`, (call) => difference(call, type)],
  ]),
]);

function shift(call: FunctionCall, own: TimeType, direction: Direction): Expression {
  const type = followedType(own, [call.value(0)]) ?? own;
  const sql = call.as(0, type);
  const interval = call.argument(1);
  if (type.kind !== 'TIMESTAMP') return shifted(sql, type, direction, interval, call, call.name);
  return movedInstant(sql, direction, compileInterval(interval, call), call.scope);
}

/** The number of borders between two times, not of whole units; also below the day. Between TIMESTAMPs it is whole units. */
function difference(call: FunctionCall, own: TimeType): Expression {
  const quoted = meantPart(call.argument(0));
  if (quoted !== undefined && call.argument(0).type === 'String') {
    throw errorAt(
      call.argument(0),
      `in ${call.name} the values stand first, then the date part without quotes: ${quoted}`,
    );
  }
  const values = [call.value(0), call.value(1)];
  const type = followedType(own, values) ?? own;
  const [end, start] = [call.as(0, type), call.as(1, type)];
  const node = call.argument(2);
  if (type.kind === 'TIMESTAMP') {
    return typed(SQL`bq_timestamp_diff(${end}, ${start}, ${partMicros(partWord(node))}::BIGINT)`, INT64);
  }
  const part = datePart(node);
  const calendar = type.kind === 'TIME' ? undefined : calendarDifference(end, start, part);
  if (calendar !== undefined) return typed(calendar, INT64);
  const micros = microsOf(part.name);
  if (micros === undefined || part.name === 'DAY' || type.kind === 'DATE') {
    throw refusedPart(node, `of ${call.name} (${typeName(type)})`);
  }
  const each = (value: Sql) => SQL`bq_floor_div(epoch_us(${value}), ${micros}::BIGINT)`;
  return typed(SQL`(${each(end)} - ${each(start)})`, INT64);
}
