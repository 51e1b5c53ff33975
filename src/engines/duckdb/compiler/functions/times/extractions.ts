import { type ExpressionNode } from '../../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../../googlesql/resolver/dialect-error.js';
import { DATE_PARTS, type DatePart, datePart, meantPart, refusedPart } from '../../times/date-part.js';
import { type Expression, typed } from '../../expression.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { localTime } from '../../times/zone.js';
import { partZone } from '../../times/time-zone.js';
import { DATE, DATETIME, INT64, isTime, TIME, typeName } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql } from '../../sql-tree/sql.js';

export const EXTRACTION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['EXTRACT', extract],
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
  if (!isTime(value.type)) throw unsupportedAt(node, `EXTRACT from ${typeName(value.type)}`);
  const { kind } = value.type;
  const zone = partZone(call, node.zone);
  if (node.zone && kind !== 'TIMESTAMP') {
    throw errorAt(node.zone, `a ${kind} has no time zone; only a TIMESTAMP has`);
  }
  const plain = kind === 'TIMESTAMP' ? localTime(value.sql, zone) : value.sql;
  return extracted(plain, kind, datePart(node.part), node.part);
}

function extracted(plain: Sql, kind: string, part: DatePart, node: ExpressionNode): Expression {
  const { micros, within, word } = DATE_PARTS.get(part.name) ?? {};
  const isWhole = ['DATE', 'TIME', 'DATETIME'].includes(part.name);
  if ((kind === 'DATE' && (within || isWhole)) || (kind === 'TIME' && !within)) {
    throw errorAt(node, `a ${kind} has no ${part.name}`);
  }
  if (micros && within) {
    const number = SQL`bq_floor_part(epoch_us(${plain}), ${micros}::BIGINT, ${within}::BIGINT)`;
    // DuckDB's own function is quicker, where the numbers agree.
    return typed(micros >= 60_000_000n ? SQL`date_part(${textSql(part.name.toLowerCase())}, ${plain})` : number, INT64);
  }
  if (part.name === 'DATE') return typed(SQL`CAST(${plain} AS DATE)`, DATE);
  if (part.name === 'TIME') return typed(SQL`CAST(${plain} AS TIME)`, TIME);
  if (part.name === 'DATETIME' && kind === 'TIMESTAMP') return typed(plain, DATETIME);
  // DuckDB counts days of the week from 0, GoogleSQL from 1; both begin on Sunday.
  if (part.name === 'DAYOFWEEK') return typed(SQL`(date_part('dow', ${plain}) + 1)`, INT64);
  if (part.firstDay !== undefined) return typed(SQL`bq_week(${plain}, ${part.firstDay})`, INT64);
  const name = part.name === 'DAYOFYEAR' ? 'doy' : word;
  if (name === undefined) {
    const other = OTHER_PARTS.get(part.name);
    if (other !== undefined) throw errorAt(node, `there is no date part ${node.text}; write ${other}`);
    throw meantPart(node) === undefined ? unsupportedAt(node, `EXTRACT(${node.text} …)`) : refusedPart(node, '');
  }
  return typed(SQL`date_part(${textSql(name)}, ${plain})`, INT64);
}
