import { type TimeField, type TimePart } from '../../../../googlesql/types/time-fields.js';
import { type FormattedTime } from './format-elements.js';
import { MONTHS, monthOf } from './parse-elements.js';
import { SQL, type Sql, textSql, wordSql } from '../sql-tree/sql.js';

/** A field that an element of a format of CAST gives. */
export type CastField =
  | Extract<TimeField, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>
  | 'second of the day'
  | 'fraction'
  | 'meridian indicator'
  | `${'hours' | 'minutes'} of the time zone`;

/** An element of a format of CAST: the way to write a part of a time, and to read the field that it has in text. */
export interface CastElement {
  readonly part: TimePart;
  /** DuckDB SQL of its text, if it can be written. */
  readonly write?: (written: FormattedTime) => Sql;
  /** Whether its text has letters, whose case is that of the element. */
  readonly isCased?: boolean;
  /** Undefined where text cannot be read by it. */
  readonly field?: CastField;
  /** Most digits; all of them, where digits follow. */
  readonly width?: number;
  readonly pattern?: string;
  /** DuckDB SQL of the field's value; `now` is the present time of a clock. */
  readonly read?: (text: Sql, now: Sql) => Sql;
}

export const currentYear = (now: Sql) => SQL`date_part('year', ${now})`;

const stamp = (part: TimePart, format: string): CastElement => ({
  part,
  write: ({ local }) => SQL`strftime(${local}, ${textSql(format)})`,
});

const number = (part: TimePart, format: string, field: CastField, width = 2): CastElement => ({
  ...stamp(part, format),
  field,
  width,
});

/** Up to four digits, or five where no digits follow: the year 10000 has instants of 9999 in it. */
export const FULL_YEAR = number('date', '%Y', 'year', 4);

const shortYear = (width: number): CastElement => ({
  part: 'date',
  write: ({ local }) => SQL`right(strftime(${local}, '%Y'), ${width})`,
  field: 'year',
  width,
  read: (text, now) => SQL`bq_digits(${text}) + bq_floor(${currentYear(now)}, ${10 ** width})`,
});

const monthName = (format: string, names: readonly string[]): CastElement => ({
  ...stamp('date', format),
  isCased: true,
  field: 'month',
  pattern: `(?i:${names.join('|').toUpperCase()})`,
  read: monthOf,
});

const TWELFTH = { ...number('time', '%I', 'hour'), read: (text: Sql) => SQL`bq_twelve(bq_digits(${text}))` };

const meridiem = (am: string, pm: string): CastElement => ({
  part: 'time',
  write: ({ local }) => SQL`CASE WHEN date_part('hour', ${local}) < 12 THEN ${textSql(am)} ELSE ${textSql(pm)} END`,
  isCased: true,
});

const DOTTED_MERIDIEM: CastElement = {
  ...meridiem('A.M.', 'P.M.'),
  field: 'meridian indicator',
  pattern: '(?i:[AP]\\.M\\.)',
  read: (text) => SQL`CASE WHEN lower(left(${text}, 1)) = 'p' THEN 12 ELSE 0 END`,
};

const fraction = (width: number): CastElement => ({
  part: 'time',
  write: ({ local }) => SQL`rpad(strftime(${local}, '%f'), ${width}, '0')`,
  field: 'fraction',
  width,
  read: (text) => SQL`bq_digits(left(rpad(${text}, 6, '0'), 6))`,
});

const zonePart = (side: 'left' | 'right', letters: number): CastElement => ({
  part: 'instant',
  write: ({ offset }) => SQL`${wordSql(side)}(bq_offset_text(${offset}, ''), ${letters})`,
  width: 2,
});

export const CAST_ELEMENTS: ReadonlyMap<string, CastElement> = new Map<string, CastElement>([
  ['YYYY', FULL_YEAR],
  ['RRRR', FULL_YEAR],
  ['YYY', shortYear(3)],
  ['YY', shortYear(2)],
  ['Y', shortYear(1)],
  ['RR', { ...shortYear(2), read: (text, now) => SQL`bq_near_year(bq_digits(${text}), ${currentYear(now)})` }],
  [
    'Y,YYY',
    {
      part: 'date',
      field: 'year',
      pattern: '\\d{1,2},\\d{3}',
      read: (text) => SQL`bq_digits(replace(${text}, ',', ''))`,
    },
  ],
  ['MM', number('date', '%m', 'month')],
  [
    'MON',
    monthName(
      '%b',
      MONTHS.map((name) => name.slice(0, 3)),
    ),
  ],
  ['MONTH', monthName('%B', MONTHS)],
  ['DY', { ...stamp('date', '%a'), isCased: true }],
  ['D', { part: 'date', write: ({ local }) => SQL`CAST(date_part('dow', ${local}) + 1 AS VARCHAR)` }],
  ['DD', number('date', '%d', 'day')],
  ['DDD', stamp('date', '%j')],
  ['HH', TWELFTH],
  ['HH12', TWELFTH],
  ['HH24', number('time', '%H', 'hour')],
  ['MI', number('time', '%M', 'minute')],
  ['SS', number('time', '%S', 'second')],
  [
    'SSSSS',
    { part: 'time', write: ({ local }) => SQL`bq_second_of_day_text(${local})`, field: 'second of the day', width: 5 },
  ],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((width): [string, CastElement] => [`FF${width}`, fraction(width)]),
  ['AM', meridiem('AM', 'PM')],
  ['PM', meridiem('AM', 'PM')],
  ['A.M.', DOTTED_MERIDIEM],
  ['P.M.', DOTTED_MERIDIEM],
  ['TZH', { ...zonePart('left', 3), field: 'hours of the time zone', read: (text) => text }],
  ['TZM', { ...zonePart('right', 2), field: 'minutes of the time zone' }],
]);
