import { DATE_PARTS, datePart } from '../../../../../googlesql/resolver/date-parts.js';
import { partName } from '../../times/date-part.js';
import { type FunctionCall, type FunctionRule } from '../../rule.js';
import { localTime } from '../../times/zone.js';
import { partZone } from '../../times/time-zone.js';
import { type SqlType } from '../../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, wordSql } from '../../sql-tree/sql.js';

export const EXTRACTION_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['EXTRACT', extract],
]);

function extract(call: FunctionCall, type: SqlType): Sql {
  const node = call.argument(0);
  if (node.type !== 'ExtractOperand') throw new TypeError('EXTRACT without its operand');
  const value = call.value(node.value);
  const zone = partZone(call, node.zone);
  const plain = value.type.kind === 'TIMESTAMP' ? localTime(value.sql, zone) : value.sql;
  if (type.kind === 'DATETIME') return plain;
  if (type.kind !== 'INT64') return SQL`CAST(${plain} AS ${wordSql(type.kind)})`;
  const part = datePart(node.part);
  const { micros, within } = DATE_PARTS.get(part.name) ?? {};
  if (micros && within) {
    const number = SQL`bq_floor_part(epoch_us(${plain}), ${micros}::BIGINT, ${within}::BIGINT)`;
    // DuckDB's own function is quicker, where the numbers agree.
    return micros >= 60_000_000n ? SQL`date_part(${textSql(part.name.toLowerCase())}, ${plain})` : number;
  }
  // DuckDB counts days of the week from 0, GoogleSQL from 1; both begin on Sunday.
  if (part.name === 'DAYOFWEEK') return SQL`(date_part('dow', ${plain}) + 1)`;
  if (part.firstDay !== undefined) return SQL`bq_week(${plain}, ${part.firstDay})`;
  const name = part.name === 'DAYOFYEAR' ? 'doy' : partName(part);
  return SQL`date_part(${textSql(name ?? part.name)}, ${plain})`;
}
