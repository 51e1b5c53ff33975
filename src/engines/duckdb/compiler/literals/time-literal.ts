import { datetimeText, dateText, timeText } from '../../../json-values.js';
import { DAY, readTime, type WrittenTime } from '../../../../googlesql/types/time-literal.js';
import { type SqlType } from '../../../../googlesql/types/types.js';
import { instantOf } from '../times/zone.js';
import { SQL, type Sql, textSql, typeSql } from '../sql-tree/sql.js';

/** A date or time written as text, as DuckDB SQL; undefined where GoogleSQL does not read it. UTC where no zone is given. */
export function temporalLiteral(text: string, to: SqlType): Sql | undefined {
  const time = readTime(text, to);
  return time && timeSql(time, to.kind);
}

/** DuckDB SQL of a date or time. */
export function timeSql({ micros, zone }: WrittenTime, kind: SqlType['kind']): Sql {
  switch (kind) {
    case 'TIME':
      return SQL`TIME ${textSql(timeText(micros))}`;
    case 'DATE':
      return SQL`DATE ${textSql(dateText(Number(micros / DAY)))}`;
    case 'TIMESTAMP':
      return zone
        ? instantOf(plain(micros), zone)
        : SQL`CAST(${textSql(`${spaced(micros)}+00`)} AS ${typeSql({ kind })})`;
    default:
      return plain(micros);
  }
}

function plain(micros: bigint): Sql {
  return SQL`TIMESTAMP ${textSql(spaced(micros))}`;
}

function spaced(micros: bigint): string {
  return datetimeText(micros).replace('T', ' ');
}
