import { type TimeField } from '../../../../googlesql/types/time-fields.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** The beginning of the next element: the text before one with a digit must not leave over digits of its own. */
export type Next = 'digit' | 'space and digit' | 'other';

/** The format behind an element. */
export interface Following {
  readonly next: Next;
  /** Character right behind it, if that stands for itself. */
  readonly character: string;
  /** Whether another element stands right behind it, or it belongs to one of those that stand for others: then a year has four digits. */
  readonly isShort: boolean;
  /** Whether the field is read again further on, and so is checked here or nowhere. */
  readonly isOverruled: boolean;
}

export interface ParseElement {
  readonly field?: TimeField;
  /** Pattern of its text; undefined where the text behind it does not determine one. */
  readonly pattern: (following: Following) => string | undefined;
  readonly isDigit?: boolean;
  /** White space that the element itself passes over. */
  readonly space?: string;
  /** DuckDB SQL of the field's value; the text as it is read if left out. */
  readonly value?: (text: Sql) => Sql;
}

export const SPACE = '[\\s\\x0b]';

const unspaced = (text: Sql) => SQL`rtrim(${text}, chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13))`;

const number = (text: Sql) => SQL`bq_digits(${unspaced(text)})`;

/** Takes all digits that there are: none is given back to the text behind. */
function digits(all: string, shorter: string): ParseElement['pattern'] {
  return ({ next }) =>
    next === 'other' ? `${all}|${shorter}` : next === 'digit' ? all : `(?:${all})${SPACE}*|(?:${shorter})${SPACE}+`;
}

/** A number of `width` digits, or fewer. `ranges` are patterns of its allowed values, for both lengths. */
const counted = (field: TimeField, width: number, ranges: readonly [string, string], space?: string): ParseElement => {
  const [read, checked] = [digits(`\\d{${width}}`, `\\d{1,${width - 1}}`), digits(...ranges)];
  return {
    field,
    pattern: (following) => (following.isOverruled ? checked : read)(following),
    isDigit: true,
    value: number,
    ...(space !== undefined && { space }),
  };
};

const byLength = (short: ParseElement['pattern'], long: ParseElement['pattern']): ParseElement['pattern'] => {
  return (following) => (following.isShort ? short : long)(following);
};

/** Up to four digits, or five where no other element follows: the year 10000 has instants of 9999 in it. */
const YEAR: ParseElement = {
  field: 'year',
  pattern: byLength(digits('\\d{4}', '\\d{1,3}'), digits('0\\d{4}|10000', '\\d{1,4}')),
  isDigit: true,
  value: number,
};

const CENTURY: ParseElement = {
  field: 'century',
  isDigit: true,
  value: number,
  pattern: byLength(digits('\\d{2}', '\\d'), digits('0\\d{2}|100', '\\d{1,2}')),
};

export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Whole names, or their first three letters: those are not meant where the name goes on. */
const named =
  (names: readonly string[]): ParseElement['pattern'] =>
  ({ character }) =>
    character !== '' && names.some((name) => name[3] === character.toLowerCase())
      ? undefined
      : `(?i:${[...names, ...names.map((name) => name.slice(0, 3))].join('|')})`;

/** The number of a month by its name. */
export const monthOf = (text: Sql) =>
  SQL`(strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${text}, 3))) + 2) // 3`;

const MONTH_NAME: ParseElement = { field: 'month', pattern: named(MONTHS), value: monthOf };

const DAY_NAME: ParseElement = { field: 'weekday', pattern: named(DAYS) };

const MERIDIEM: ParseElement = {
  field: 'meridiem',
  pattern: () => '[AaPp][Mm]',
  value: (text) => SQL`lower(left(${text}, 1))`,
};

/** Seconds with as many digits of a fraction as are allowed, which must not run into other digits. */
const seconds = (fraction: string): ParseElement => ({
  field: 'second',
  pattern: ({ next, character, isOverruled }) =>
    next === 'other' && character !== '.'
      ? `${isOverruled ? '(?:[0-5]?\\d|60)' : '\\d{1,2}'}(?:\\.${fraction})?`
      : undefined,
  isDigit: true,
});

const OFFSET_HOURS = '[+-](?:0\\d|1[0-4])';

const offset = (minutes: string, utc: string): ParseElement => ({
  field: 'zone',
  pattern: ({ next, character }) => {
    if (character === ':') return undefined;
    const whole = `${OFFSET_HOURS}${minutes}`;
    if (next === 'digit') return whole;
    return next === 'other' ? `${utc}${whole}|${OFFSET_HOURS}` : `${whole}${SPACE}*|(?:${utc}${OFFSET_HOURS})${SPACE}+`;
  },
  value: (text) => SQL`upper(trim(${text}))`,
});

/** The elements of PARSE_DATE and its kin, without those that stand for others. */
export const PARSE_ELEMENTS: ReadonlyMap<string, ParseElement> = new Map<string, ParseElement>([
  ['%', { pattern: () => '%' }],
  ['Y', YEAR],
  ['EY', YEAR],
  ['E4Y', { ...YEAR, pattern: () => '\\d{4}' }],
  ['y', { ...counted('year', 2, ['\\d{2}', '\\d']), value: (text) => SQL`bq_short_year(${number(text)})` }],
  ['C', CENTURY],
  ['m', counted('month', 2, ['0[1-9]|1[0-2]', '[1-9]'])],
  ...['b', 'B', 'h'].map((name): [string, ParseElement] => [name, MONTH_NAME]),
  ['d', counted('day', 2, ['0[1-9]|[12]\\d|3[01]', '[1-9]'])],
  ['e', counted('day', 2, ['0[1-9]|[12]\\d|3[01]', '[1-9]'], ' *')],
  ['j', counted('yearDay', 3, ['00[1-9]|0[1-9]\\d|[12]\\d{2}|3[0-5]\\d|36[0-6]', '0?[1-9]|[1-9]\\d'])],
  // Weeks begin with Sunday, or with Monday.
  ['U', { ...counted('week', 2, ['[0-4]\\d|5[0-3]', '\\d']), value: (text) => SQL`${number(text)}, 0` }],
  ['W', { ...counted('week', 2, ['[0-4]\\d|5[0-3]', '\\d']), value: (text) => SQL`${number(text)}, 1` }],
  ['Q', { field: 'quarter', pattern: () => '[1-4]', isDigit: true, value: number }],
  ...['a', 'A'].map((name): [string, ParseElement] => [name, DAY_NAME]),
  ['u', { field: 'weekday', pattern: () => '[1-7]', isDigit: true }],
  ['w', { field: 'weekday', pattern: () => '[0-6]', isDigit: true }],
  ['H', counted('hour', 2, ['[01]\\d|2[0-3]', '\\d'])],
  ['k', counted('hour', 2, ['[01]\\d|2[0-3]', '\\d'], ' *')],
  ...['I', 'l'].map((name): [string, ParseElement] => [
    name,
    {
      ...counted('hour', 2, ['0[1-9]|1[0-2]', '[1-9]'], `${SPACE}*`),
      value: (text) => SQL`bq_twelve(${number(text)})`,
    },
  ]),
  ...['p', 'P'].map((name): [string, ParseElement] => [name, MERIDIEM]),
  ['M', counted('minute', 2, ['[0-5]\\d', '\\d'])],
  ['S', { ...counted('second', 2, ['[0-5]\\d|60', '\\d']), value: (text) => SQL`trim(${text})` }],
  ['E0S', { ...counted('second', 2, ['[0-5]\\d|60', '\\d']), value: (text) => SQL`trim(${text})` }],
  ...[1, 2, 3, 4, 5, 6].map((count): [string, ParseElement] => [`E${count}S`, seconds(`\\d{1,${count}}`)]),
  ['E*S', seconds('\\d+')],
  ['z', offset('[0-5]\\d', '')],
  ['Ez', offset(':?[0-5]\\d', 'Z|')],
  [
    's',
    {
      field: 'epoch',
      pattern: ({ next }) => (next === 'other' ? '\\d{1,12}|-0{0,9}[1-9]\\d{0,10}' : undefined),
      isDigit: true,
    },
  ],
]);
