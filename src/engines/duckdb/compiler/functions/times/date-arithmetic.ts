import { datePart, partMicros, partWord } from '../../../../../googlesql/resolver/date-parts.js';
import { calendarDifference } from '../../times/date-part.js';
import { type Expression } from '../../expression.js';
import { compileInterval } from '../../literals/interval.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { followedType } from '../../../../../googlesql/functions/overload.js';
import { type Direction, movedInstant, shifted } from '../../times/time-shift.js';
import { DATE, DATETIME, type SqlType, TIME, TIMESTAMP, type TimeType } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql } from '../../sql-tree/sql.js';

export const DATE_ARITHMETIC_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ...[TIMESTAMP, DATE, DATETIME, TIME].flatMap((type): (readonly [string, FunctionRule])[] => [
    [`${type.kind}_ADD`, (call, returned) => shift(call, returned, '+')],
    [`${type.kind}_SUB`, (call, returned) => shift(call, returned, '-')],
    [`${type.kind}_DIFF`, (call) => difference(call, type)],
  ]),
]);

function shift(call: FunctionCall, type: SqlType, direction: Direction): Expression {
  const sql = call.as(0, type);
  const interval = call.argument(1);
  if (type.kind !== 'TIMESTAMP') return shifted(sql, type, direction, interval, call);
  return movedInstant(sql, direction, compileInterval(interval, call), call.scope);
}

/** The number of borders between two times, not of whole units; also below the day. Between TIMESTAMPs it is whole units. */
function difference(call: FunctionCall, own: TimeType): Sql {
  const type = followedType(own, [call.value(0), call.value(1)]) ?? own;
  const [end, start] = [call.as(0, type), call.as(1, type)];
  const node = call.argument(2);
  if (type.kind === 'TIMESTAMP') {
    return SQL`bq_timestamp_diff(${end}, ${start}, ${partMicros(partWord(node))}::BIGINT)`;
  }
  const calendar = type.kind === 'TIME' ? undefined : calendarDifference(end, start, datePart(node));
  if (calendar !== undefined) return calendar;
  const micros = partMicros(partWord(node));
  const each = (value: Sql) => SQL`bq_floor_div(epoch_us(${value}), ${micros}::BIGINT)`;
  return SQL`(${each(end)} - ${each(start)})`;
}
