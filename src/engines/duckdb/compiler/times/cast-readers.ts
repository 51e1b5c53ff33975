import { SQL, type Sql } from '../sql-tree/sql.js';
/** A field that an element of a format of CAST gives. */
export type CastField =
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'second of the day'
  | 'fraction'
  | 'meridian indicator'
  | 'hours of the time zone'
  | 'minutes of the time zone';

export interface FieldReader {
  readonly field: CastField;
  /** Most digits; all of them, where digits follow. */
  readonly width?: number;
  readonly pattern?: string;
  /** DuckDB SQL of the field's value; `now` is the present time of a clock. */
  readonly value?: (text: Sql, now: Sql) => Sql;
}

export const currentYear = (now: Sql) => SQL`date_part('year', ${now})`;

const shortYear = (width: number): FieldReader => ({
  field: 'year',
  width,
  value: (text, now) => SQL`bq_digits(${text}) + bq_floor(${currentYear(now)}, ${10 ** width})`,
});

const MONTHS = [
  ...['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER'],
  ...['NOVEMBER', 'DECEMBER'],
];

const monthName = (names: readonly string[]): FieldReader => ({
  field: 'month',
  pattern: `(?i:${names.join('|')})`,
  value: (text) => SQL`(strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${text}, 3))) + 2) // 3`,
});

/** Up to four digits, or five where no digits follow: the year 10000 has instants of 9999 in it. */
export const FULL_YEAR: FieldReader = { field: 'year', width: 4 };
const TWELFTH: FieldReader = { field: 'hour', width: 2, value: (text) => SQL`bq_twelve(bq_digits(${text}))` };
const MERIDIAN: FieldReader = {
  field: 'meridian indicator',
  pattern: '(?i:[AP]\\.M\\.)',
  value: (text) => SQL`CASE WHEN lower(left(${text}, 1)) = 'p' THEN 12 ELSE 0 END`,
};

/** The elements that text can be read by. */
export const READERS: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ['YYYY', FULL_YEAR],
  ['RRRR', FULL_YEAR],
  ['YYY', shortYear(3)],
  ['YY', shortYear(2)],
  ['Y', shortYear(1)],
  ['RR', { field: 'year', width: 2, value: (text, now) => SQL`bq_near_year(bq_digits(${text}), ${currentYear(now)})` }],
  ['Y,YYY', { field: 'year', pattern: '\\d{1,2},\\d{3}', value: (text) => SQL`bq_digits(replace(${text}, ',', ''))` }],
  ['MM', { field: 'month', width: 2 }],
  ['MON', monthName(MONTHS.map((name) => name.slice(0, 3)))],
  ['MONTH', monthName(MONTHS)],
  ['DD', { field: 'day', width: 2 }],
  ['HH', TWELFTH],
  ['HH12', TWELFTH],
  ['HH24', { field: 'hour', width: 2 }],
  ['MI', { field: 'minute', width: 2 }],
  ['SS', { field: 'second', width: 2 }],
  ['SSSSS', { field: 'second of the day', width: 5 }],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((width): [string, FieldReader] => [
    `FF${width}`,
    { field: 'fraction', width, value: (text) => SQL`bq_digits(left(rpad(${text}, 6, '0'), 6))` },
  ]),
  ['A.M.', MERIDIAN],
  ['P.M.', MERIDIAN],
  ['TZH', { field: 'hours of the time zone', width: 2, value: (text) => text }],
  ['TZM', { field: 'minutes of the time zone', width: 2 }],
]);
