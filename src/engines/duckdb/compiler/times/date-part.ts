import { type CstNode, type DialectError, UnknownName } from '../cst.js';
import { type Expression } from '../expression.js';

/** The days that a week may begin with, and how many days each comes after Sunday. */
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** A date part as written; for WEEK and WEEK(day), the day that it begins with, counted from Sunday. */
export interface DatePart {
  readonly name: string;
  readonly firstDay?: number;
}

/** Reads `MONTH`, `WEEK`, `WEEK(MONDAY)`. */
export function datePart(node: CstNode): DatePart {
  if (node.type === 'CallingFunction' && node.need('func').keyword === 'WEEK') {
    node.only('func', 'args');
    const [day, second] = node.list('args');
    day?.only();
    const firstDay = WEEKDAYS.indexOf(day?.keyword ?? '');
    if (!day || second || firstDay < 0) throw node.error('write WEEK or WEEK(<weekday>), such as WEEK(MONDAY)');
    return { name: 'WEEK', firstDay };
  }
  node.only();
  return node.keyword === 'WEEK' ? { name: 'WEEK', firstDay: 0 } : { name: node.keyword };
}

const NAMES = /^(?:MICROSECOND|MILLISECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)$/;

/** The date part that a text or a plural means; undefined for any other word. */
export function meantPart(node: CstNode): string | undefined {
  const word = node.type === 'StringLiteral' ? node.text.slice(1, -1) : node.text;
  const name = word.replace(/s$/i, '').toUpperCase();
  return NAMES.test(name) && name !== node.keyword ? name : undefined;
}

/**
 * The value that stands in front of a date part. Where there is the part itself, and no column of its name, the two have been swapped.
 */
export function valueBeforePart(node: CstNode, value: CstNode, compile: (value: CstNode) => Expression): Expression {
  try {
    return compile(value);
  } catch (error) {
    const part = value.type === 'Identifier' ? value.keyword : '';
    if (!(error instanceof UnknownName) || !NAMES.test(part)) throw error;
    const name = node.need('func').keyword;
    throw value.error(
      `in ${name} the values stand first, then the date part: ${name}(x, ${name.endsWith('_DIFF') ? 'y, ' : ''}${part})`,
    );
  }
}

/** What is wrong with a date part that is not taken. */
export function refusedPart(node: CstNode, where: string): DialectError {
  const meant = meantPart(node);
  if (meant === undefined) return node.unsupported(`the date part ${node.text} ${where}`);
  const fault =
    node.type === 'StringLiteral' ? 'a date part stands without quotes' : `there is no date part ${node.text}`;
  return node.error(`${fault}; write ${meant}`);
}

/** Parts whose length depends on the calendar, and DuckDB's name for each. */
const CALENDAR_PARTS: ReadonlyMap<string, string> = new Map([
  ['ISOWEEK', 'week'],
  ['MONTH', 'month'],
  ['QUARTER', 'quarter'],
  ['YEAR', 'year'],
  ['ISOYEAR', 'isoyear'],
]);

/** A plain TIMESTAMP or a DATE cut to a part of the calendar, as DuckDB's TIMESTAMP; undefined for any other part. */
export function calendarStart(value: string, { name, firstDay }: DatePart): string | undefined {
  if (name === 'DAY') return `date_trunc('day', CAST(${value} AS TIMESTAMP))`;
  if (firstDay !== undefined) {
    // DuckDB's weeks begin on Monday.
    const days = `to_days(${(8 - firstDay) % 7})`;
    return `bq_datetime(date_trunc('week', CAST(${value} AS TIMESTAMP) + ${days}) - ${days})`;
  }
  const part = CALENDAR_PARTS.get(name);
  return part && `date_trunc('${part}', CAST(${value} AS TIMESTAMP))`;
}

/** Calendar parts that a date can be moved by: days or months of each. */
export const CALENDAR_STEPS: ReadonlyMap<string, { readonly days: number } | { readonly months: number }> = new Map([
  ['DAY', { days: 1 }],
  ['WEEK', { days: 7 }],
  ['MONTH', { months: 1 }],
  ['QUARTER', { months: 3 }],
  ['YEAR', { months: 12 }],
]);

/** How many borders of a calendar part lie between two dates; undefined for any other part. */
export function calendarDifference(end: string, start: string, part: DatePart): string | undefined {
  const each = (sql: (value: string) => string) => `(${sql(end)} - ${sql(start)})`;
  const day = (value: string) => `CAST(${value} AS DATE)`;
  switch (part.name) {
    case 'DAY':
      return each(day);
    case 'WEEK':
    case 'ISOWEEK': {
      // Weeks are counted from a day that the first of them begins with; 1969-12-28 was a Sunday.
      const first = `DATE '1969-12-28' + ${part.firstDay ?? 1}`;
      return each((value) => `bq_floor_div(CAST(${day(value)} - (${first}) AS BIGINT), 7)`);
    }
    case 'MONTH':
      return each((value) => `(date_part('year', ${value}) * 12 + date_part('month', ${value}))`);
    case 'QUARTER':
      return each((value) => `(date_part('year', ${value}) * 4 + date_part('quarter', ${value}))`);
    case 'YEAR':
      return each((value) => `date_part('year', ${value})`);
    case 'ISOYEAR':
      return each((value) => `date_part('isoyear', ${value})`);
    default:
      return undefined;
  }
}
