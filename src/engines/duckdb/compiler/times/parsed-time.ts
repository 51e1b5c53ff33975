import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { bound } from '../sandbox/fallible-list.js';
import { type TimeField } from '../../../../googlesql/types/time-fields.js';
import { type ParsedField, parseFormat, type ParseFormat } from './parse-format.js';
import { type TimeKind } from '../../../../googlesql/types/types.js';
import { joinSql, lambdaSql, NOTHING, SQL, type Sql, textSql, wordSql } from '../sql-tree/sql.js';

/** Text that is read by a format, in microseconds. */
interface ParsedTime {
  readonly micros: Sql;
  /** Whether they count from the epoch, since the text itself says which instant it is; else they are a clock's reading. */
  readonly isInstant: boolean;
}

/** DuckDB SQL that reads text in GoogleSQL's format; missing fields are those of 1970-01-01 00:00:00. */
export function parsedTime(text: Sql, format: string, kind: TimeKind, node: WrittenNode): ParsedTime {
  const reading = parseFormat(format, kind, node);
  const pattern = textSql(reading.pattern);
  const isInstant = kind === 'TIMESTAMP' && (reading.fields.has('epoch') || reading.fields.has('zone'));
  const micros = microsOf(reading, kind, node);
  return { micros: readGroups(text, pattern, reading.groups, micros), isInstant };
}

/** SQL made of the groups `g1`, `g2` … of `parsed`, which a pattern finds in text. */
export function readGroups(text: Sql, pattern: Sql, count: number, made: Sql): Sql {
  const found = SQL`bq_parsed(${text}, ${pattern})`;
  if (count === 0) return SQL`CASE WHEN ${found} IS NOT NULL THEN ${made} END`;
  const names = Array.from({ length: count }, (_, index) => textSql(`g${index + 1}`));
  const groups = SQL`regexp_extract(${found}, ${pattern}, [${joinSql(names)}])`;
  return SQL`CASE WHEN ${text} IS NOT NULL THEN ${bound(groups, lambdaSql('parsed'), made)} END`;
}

/** The nth group. It is not written with a dot, which would mean a field of a column of that name, if there is one. */
export function groupSql(group: number): Sql {
  return SQL`struct_extract(parsed, ${textSql(`g${group}`)})`;
}

function microsOf(reading: ParseFormat, kind: TimeKind, node: WrittenNode): Sql {
  const value = (field: TimeField, otherwise: Sql) => valueOf(reading, field) ?? otherwise;
  const epoch = valueOf(reading, 'epoch');
  // Seconds since the epoch need no other field.
  if (epoch !== undefined) return SQL`CAST(${epoch} AS BIGINT) * 1000000`;
  const clock = SQL`bq_parsed_clock(${hourOf(reading)}, ${value('minute', SQL`0`)}, ${value('second', SQL`'0'`)})`;
  if (kind === 'TIME') return SQL`${clock} % 86400000000`;
  const local = SQL`epoch_us(${dateOf(reading, node)}) + ${clock}`;
  if (kind !== 'TIMESTAMP') return SQL`bq_calendar_day(${local})`;
  const zone = valueOf(reading, 'zone');
  return zone === undefined ? local : SQL`${local} - bq_zone_offset(CASE ${zone} WHEN 'Z' THEN 'UTC' ELSE ${zone} END)`;
}

function valueOf({ fields }: ParseFormat, field: TimeField): Sql | undefined {
  const found = fields.get(field);
  if (!found) return undefined;
  const text = groupSql(found.group);
  return found.element.value?.(text) ?? text;
}

function hourOf(reading: ParseFormat): Sql {
  const hour = valueOf(reading, 'hour') ?? SQL`0`;
  const isTwelve = /^[Il]$/.test(reading.fields.get('hour')?.name ?? '');
  const meridiem = isTwelve ? valueOf(reading, 'meridiem') : undefined;
  return meridiem === undefined ? hour : SQL`${hour} + CASE WHEN ${meridiem} = 'p' THEN 12 ELSE 0 END`;
}

/** The date. The day of the year, the week and the quarter each determine month and day, and so may not stand beside those. */
function dateOf(reading: ParseFormat, node: WrittenNode): Sql {
  const year = yearOf(reading);
  const ways = [['yearDay'], ['week'], ['quarter'], ['month', 'day']] as const;
  const given = ways.filter((way) => way.some((field) => reading.fields.has(field)));
  if (given.length > 1) throw unsupportedAt(node, '%j, %U, %W or %Q beside another month or day in a format');
  const yearDay = valueOf(reading, 'yearDay');
  if (yearDay !== undefined) return SQL`bq_day_of_year(${year}, ${yearDay})`;
  const week = reading.fields.get('week');
  if (week) return weekOf(reading, week, year, node);
  const quarter = valueOf(reading, 'quarter');
  const month = quarter === undefined ? (valueOf(reading, 'month') ?? SQL`1`) : SQL`${quarter} * 3 - 2`;
  return SQL`bq_day(${year}, ${month}, ${valueOf(reading, 'day') ?? SQL`1`})`;
}

/** The year. `%C` is the century of a `%y`, whichever comes first; alone, it is that century's first year. */
function yearOf(reading: ParseFormat): Sql {
  const [century, year] = [valueOf(reading, 'century'), valueOf(reading, 'year')];
  if (century === undefined) return year ?? SQL`1970`;
  return SQL`(${century} * 100 + ${year ?? SQL`0`} % 100)`;
}

/** The first day of a week, which may be of the year before: that counts unless the year stands behind the week. */
function weekOf(reading: ParseFormat, week: ParsedField, year: Sql, node: WrittenNode): Sql {
  if (reading.fields.has('weekday')) throw errorAt(node, 'BigQuery reads no day of the week beside %U or %W');
  const isLast = (['year', 'century'] as const).some((field) => (reading.fields.get(field)?.group ?? 0) > week.group);
  return SQL`bq_day_of_week(${year}, ${valueOf(reading, 'week') ?? NOTHING}, ${wordSql(String(isLast))})`;
}
