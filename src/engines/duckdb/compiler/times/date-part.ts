import { type DatePart, isCalendarPart } from '../../../../googlesql/resolver/date-parts.js';
import { SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** DuckDB's name for a part of dates, where the numbers and borders agree; undefined for any other part. */
export function partName({ name, firstDay }: DatePart): string | undefined {
  if (firstDay !== undefined || !isCalendarPart({ name })) return undefined;
  return name === 'ISOWEEK' ? 'week' : name.toLowerCase();
}

/** A plain TIMESTAMP or a DATE cut to a part of the calendar, as DuckDB's TIMESTAMP; undefined for any other part. */
export function calendarStart(value: Sql, { name, firstDay }: DatePart): Sql | undefined {
  if (firstDay !== undefined) {
    // DuckDB's weeks begin on Monday.
    const days = SQL`to_days(${(8 - firstDay) % 7})`;
    return SQL`bq_datetime(date_trunc('week', CAST(${value} AS TIMESTAMP) + ${days}) - ${days})`;
  }
  const word = partName({ name });
  return word === undefined ? undefined : SQL`date_trunc(${textSql(word)}, CAST(${value} AS TIMESTAMP))`;
}

/** The number of a calendar part's borders between two dates; undefined for any other part. */
export function calendarDifference(end: Sql, start: Sql, part: DatePart): Sql | undefined {
  const each = (sql: (value: Sql) => Sql) => SQL`(${sql(end)} - ${sql(start)})`;
  const day = (value: Sql) => SQL`CAST(${value} AS DATE)`;
  switch (part.name) {
    case 'DAY':
      return each(day);
    case 'WEEK':
    case 'ISOWEEK': {
      // Weeks are counted from a day that the first of them begins with; 1969-12-28 was a Sunday.
      const first = SQL`DATE '1969-12-28' + ${part.firstDay ?? 1}`;
      return each((value) => SQL`bq_floor_div(CAST(${day(value)} - (${first}) AS BIGINT), 7)`);
    }
    case 'MONTH':
      return each((value) => SQL`(date_part('year', ${value}) * 12 + date_part('month', ${value}))`);
    case 'QUARTER':
      return each((value) => SQL`(date_part('year', ${value}) * 4 + date_part('quarter', ${value}))`);
    case 'YEAR':
    case 'ISOYEAR':
      return each((value) => SQL`date_part(${textSql(part.name.toLowerCase())}, ${value})`);
    default:
      return undefined;
  }
}
