import { type ExpressionNode, type IntervalNode, type WrittenNode } from '../ast/nodes.js';
import { type SqlType } from '../types/types.js';
import { type DialectError, errorAt, UnknownName, unsupportedAt } from './dialect-error.js';

/** The days that a week may begin with, and how many days each comes after Sunday. */
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** The length of a date part, fixed or by the calendar. */
interface PartTraits {
  /** Microseconds; and those of the next greater part of a time of day. */
  readonly micros?: bigint;
  readonly within?: bigint;
  readonly days?: number;
  readonly months?: number;
  /** Whether it is a part of dates that has one beginning; weeks begin on several days. */
  readonly isCalendar?: boolean;
}

export const DATE_PARTS: ReadonlyMap<string, PartTraits> = new Map<string, PartTraits>([
  ['MICROSECOND', { micros: 1n, within: 1_000_000n }],
  ['MILLISECOND', { micros: 1_000n, within: 1_000_000n }],
  ['SECOND', { micros: 1_000_000n, within: 60_000_000n }],
  ['MINUTE', { micros: 60_000_000n, within: 3_600_000_000n }],
  ['HOUR', { micros: 3_600_000_000n, within: 86_400_000_000n }],
  ['DAY', { micros: 86_400_000_000n, days: 1, isCalendar: true }],
  ['WEEK', { days: 7 }],
  ['ISOWEEK', { isCalendar: true }],
  ['MONTH', { months: 1, isCalendar: true }],
  ['QUARTER', { months: 3, isCalendar: true }],
  ['YEAR', { months: 12, isCalendar: true }],
  ['ISOYEAR', { isCalendar: true }],
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

/** A date part that is a word, of any name. */
export function partWord(node: ExpressionNode): WrittenNode {
  if (node.type === 'Name' || node.type === 'String') return node;
  throw errorAt(node, 'a date part is a word such as DAY, not an expression');
}

/** Whether a part of dates has a beginning. */
export function isCalendarPart({ name, firstDay }: DatePart): boolean {
  return firstDay !== undefined || DATE_PARTS.get(name)?.isCalendar === true;
}

/** The microseconds of a part of fixed length. Longer ones depend on the calendar. */
export function microsOf(name: string): bigint | undefined {
  return DATE_PARTS.get(name)?.micros;
}

/** The length of a date part of fixed length, in microseconds. */
export function partMicros(part: WrittenNode): bigint {
  const micros = microsOf(part.text.toUpperCase());
  if (micros === undefined) throw refusedPart(part, 'here (there are MICROSECOND to DAY)');
  return micros;
}

const NAMES = /^(?:MICROSECOND|MILLISECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)$/;

function isQuoted({ text }: WrittenNode): boolean {
  return /^['"]/.test(text);
}

/** The date part that a text or a plural means; undefined for any other word. */
export function meantPart(node: WrittenNode): string | undefined {
  const word = isQuoted(node) ? node.text.slice(1, -1) : node.text;
  const name = word.replace(/s$/i, '').toUpperCase();
  return NAMES.test(name) && name !== node.text.toUpperCase() ? name : undefined;
}

/** The error for a date part where a value stands; undefined for anything else. */
export function swappedPart(called: string, node: ExpressionNode): UnknownName | undefined {
  const part = node.text.toUpperCase();
  if (node.type !== 'Name' || !NAMES.test(part)) return undefined;
  const form = `${called}(x, ${called.endsWith('_DIFF') ? 'y, ' : ''}${part})`;
  return new UnknownName(node, `in ${called} the values stand first, then the date part: ${form}`, node.name);
}

/** The error for a date part that is not taken. */
export function refusedPart(node: WrittenNode, where: string): DialectError {
  const meant = meantPart(node);
  if (meant === undefined) return unsupportedAt(node, `the date part ${node.text} ${where}`);
  const fault = isQuoted(node) ? 'a date part stands without quotes' : `there is no date part ${node.text}`;
  return errorAt(node, `${fault}; write ${meant}`);
}

/** An argument that must be `INTERVAL n PART`. */
export function intervalOf(node: ExpressionNode): IntervalNode {
  if (node.type !== 'Interval') throw errorAt(node, 'expected INTERVAL n <part>');
  return node;
}

/** Refuses a part by which times other than TIMESTAMPs are not moved. */
export function expectShift(part: WrittenNode, type: SqlType, where: string): void {
  const name = part.text.toUpperCase();
  const { days, months, micros } = DATE_PARTS.get(name) ?? {};
  if (type.kind !== 'TIME' && (days !== undefined || months !== undefined)) return;
  if (type.kind === 'DATE' || name === 'DAY' || micros === undefined) {
    throw unsupportedAt(part, `INTERVAL n ${part.text} in ${where}`);
  }
}
