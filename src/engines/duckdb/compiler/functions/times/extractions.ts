import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../dialect-error.js';
import { type DatePart, datePart, meantPart, refusedPart } from '../../times/date-part.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule, taking } from '../../rule.js';
import { localTime, UTC } from '../../times/zone.js';
import { zoneOf } from '../../times/time-zone.js';
import { DATE, DATETIME, INT64, TIME, typeName } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql } from '../../sql-tree/sql.js';

export const EXTRACTION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['EXTRACT', taking(1, extract)],
]);

/** Parts of a date, and DuckDB's name for each where the numbers agree. */
const DATE_PARTS: ReadonlyMap<string, string> = new Map([
  ['YEAR', 'year'],
  ['QUARTER', 'quarter'],
  ['MONTH', 'month'],
  ['DAY', 'day'],
  ['DAYOFYEAR', 'doy'],
  ['ISOYEAR', 'isoyear'],
  ['ISOWEEK', 'week'],
]);

/** Parts of a time of day, in microseconds: their unit, and that of the next greater one. */
const TIME_PARTS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['HOUR', [3_600_000_000, 86_400_000_000]],
  ['MINUTE', [60_000_000, 3_600_000_000]],
  ['SECOND', [1_000_000, 60_000_000]],
  ['MILLISECOND', [1_000, 1_000_000]],
  ['MICROSECOND', [1, 1_000_000]],
]);

/** Other dialects' names for parts of a date. */
const OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['EPOCH', 'UNIX_SECONDS(ts) for EXTRACT(EPOCH FROM ts)'],
  ['DOW', 'DAYOFWEEK, which counts from 1 for Sunday'],
  ['DOY', 'DAYOFYEAR'],
]);

function extract(call: FunctionCall): Expression {
  const node = call.argument(0);
  if (node.type !== 'ExtractOperand') throw unsupportedAt(node, `EXTRACT without extract_from`);
  const value = call.value(node.value);
  const { kind } = value.type;
  if (!['TIMESTAMP', 'DATETIME', 'DATE', 'TIME'].includes(kind)) {
    throw unsupportedAt(node, `EXTRACT from ${typeName(value.type)}`);
  }
  const zone = node.zone ? zoneOf(node.zone, call) : UTC;
  if (node.zone && kind !== 'TIMESTAMP') {
    throw errorAt(node.zone, `a ${kind} has no time zone; only a TIMESTAMP has`);
  }
  const plain = kind === 'TIMESTAMP' ? localTime(value.sql, zone) : value.sql;
  return extracted(plain, kind, datePart(node.part), node.part);
}

function extracted(plain: Sql, kind: string, part: DatePart, node: ExpressionNode): Expression {
  const time = TIME_PARTS.get(part.name);
  const isWhole = ['DATE', 'TIME', 'DATETIME'].includes(part.name);
  if ((kind === 'DATE' && (time || isWhole)) || (kind === 'TIME' && !time)) {
    throw errorAt(node, `a ${kind} has no ${part.name}`);
  }
  if (time) {
    const [unit, next] = time;
    const number = SQL`bq_floor_part(epoch_us(${plain}), ${unit}::BIGINT, ${next}::BIGINT)`;
    // DuckDB's own function is quicker, where the numbers agree.
    return typed(unit >= 60_000_000 ? SQL`date_part(${textSql(part.name.toLowerCase())}, ${plain})` : number, INT64);
  }
  if (part.name === 'DATE') return typed(SQL`CAST(${plain} AS DATE)`, DATE);
  if (part.name === 'TIME') return typed(SQL`CAST(${plain} AS TIME)`, TIME);
  if (part.name === 'DATETIME' && kind === 'TIMESTAMP') return typed(plain, DATETIME);
  // DuckDB counts days of the week from 0, GoogleSQL from 1; both begin on Sunday.
  if (part.name === 'DAYOFWEEK') return typed(SQL`(date_part('dow', ${plain}) + 1)`, INT64);
  if (part.firstDay !== undefined) return typed(SQL`bq_week(${plain}, ${part.firstDay})`, INT64);
  const name = DATE_PARTS.get(part.name);
  if (name === undefined) {
    const other = OTHER_PARTS.get(part.name);
    if (other !== undefined) throw errorAt(node, `there is no date part ${node.text}; write ${other}`);
    throw meantPart(node) === undefined ? unsupportedAt(node, `EXTRACT(${node.text} …)`) : refusedPart(node, '');
  }
  return typed(SQL`date_part(${textSql(name)}, ${plain})`, INT64);
}
