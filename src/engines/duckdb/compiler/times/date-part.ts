import { type WrittenNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { type DialectError, errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** The days that a week may begin with, and how many days each comes after Sunday. */
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** The length of a date part, fixed or by the calendar, and DuckDB's name for it. */
interface PartTraits {
  /** Microseconds; and those of the next greater part of a time of day. */
  readonly micros?: bigint;
  readonly within?: bigint;
  readonly days?: number;
  readonly months?: number;
  /** Name for parts of a date, where the numbers and borders agree. */
  readonly word?: string;
}

export const DATE_PARTS: ReadonlyMap<string, PartTraits> = new Map<string, PartTraits>([
  ['MICROSECOND', { micros: 1n, within: 1_000_000n }],
  ['MILLISECOND', { micros: 1_000n, within: 1_000_000n }],
  ['SECOND', { micros: 1_000_000n, within: 60_000_000n }],
  ['MINUTE', { micros: 60_000_000n, within: 3_600_000_000n }],
  ['HOUR', { micros: 3_600_000_000n, within: 86_400_000_000n }],
  ['DAY', { micros: 86_400_000_000n, days: 1, word: 'day' }],
  ['WEEK', { days: 7 }],
  ['ISOWEEK', { word: 'week' }],
  ['MONTH', { months: 1, word: 'month' }],
  ['QUARTER', { months: 3, word: 'quarter' }],
  ['YEAR', { months: 12, word: 'year' }],
  ['ISOYEAR', { word: 'isoyear' }],
]);

/** A date part as written; for WEEK and WEEK(day), the day that it begins with, counted from Sunday. */
export interface DatePart {
  readonly name: string;
  readonly firstDay?: number;
}

/** Reads `MONTH`, `WEEK`, `WEEK(MONDAY)`. */
export function datePart(node: ExpressionNode): DatePart {
  if (node.type === 'Call' && node.name === 'WEEK') {
    const [day, second] = node.args;
    const firstDay = WEEKDAYS.indexOf(day?.text.toUpperCase() ?? '');
    if (!day || second || firstDay < 0) throw errorAt(node, 'write WEEK or WEEK(<weekday>), such as WEEK(MONDAY)');
    return { name: 'WEEK', firstDay };
  }
  const name = partWord(node).text.toUpperCase();
  return name === 'WEEK' ? { name, firstDay: 0 } : { name };
}

function isQuoted({ text }: WrittenNode): boolean {
  return /^['"]/.test(text);
}

/** A date part that is a word, of any name. */
export function partWord(node: ExpressionNode): WrittenNode {
  if (node.type === 'Name' || node.type === 'String') return node;
  throw errorAt(node, 'a date part is a word such as DAY, not an expression');
}

const NAMES = /^(?:MICROSECOND|MILLISECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)$/;

/** The date part that a text or a plural means; undefined for any other word. */
export function meantPart(node: WrittenNode): string | undefined {
  const word = isQuoted(node) ? node.text.slice(1, -1) : node.text;
  const name = word.replace(/s$/i, '').toUpperCase();
  return NAMES.test(name) && name !== node.text.toUpperCase() ? name : undefined;
}

/** The error for a date part that is not taken. */
export function refusedPart(node: WrittenNode, where: string): DialectError {
  const meant = meantPart(node);
  if (meant === undefined) return unsupportedAt(node, `the date part ${node.text} ${where}`);
  const fault = isQuoted(node) ? 'a date part stands without quotes' : `there is no date part ${node.text}`;
  return errorAt(node, `${fault}; write ${meant}`);
}

/** The microseconds of a part of fixed length. Longer ones depend on the calendar. */
export function microsOf(name: string): bigint | undefined {
  return DATE_PARTS.get(name)?.micros;
}

/** A plain TIMESTAMP or a DATE cut to a part of the calendar, as DuckDB's TIMESTAMP; undefined for any other part. */
export function calendarStart(value: Sql, { name, firstDay }: DatePart): Sql | undefined {
  if (firstDay !== undefined) {
    // DuckDB's weeks begin on Monday.
    const days = SQL`to_days(${(8 - firstDay) % 7})`;
    return SQL`bq_datetime(date_trunc('week', CAST(${value} AS TIMESTAMP) + ${days}) - ${days})`;
  }
  const { word } = DATE_PARTS.get(name) ?? {};
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
