import { type TimeKind } from './types.js';

const TIME_FIELDS = ['hour', 'minute', 'second', 'meridiem'] as const;
const DATE_FIELDS = ['year', 'century', 'month', 'day', 'quarter', 'yearDay', 'week', 'weekday'] as const;

/** Fields of a time as text may give them. If two elements of a format give the same, the last one counts. */
export type TimeField = (typeof TIME_FIELDS | typeof DATE_FIELDS)[number] | 'zone' | 'epoch';

/** Fields that PARSE_DATE and its kin read. */
export const PARSED_FIELDS: Readonly<Record<TimeKind, readonly TimeField[]>> = {
  DATE: DATE_FIELDS,
  TIME: TIME_FIELDS,
  DATETIME: [...DATE_FIELDS, ...TIME_FIELDS, 'epoch'],
  TIMESTAMP: [...DATE_FIELDS, ...TIME_FIELDS, 'epoch', 'zone'],
};

/** Part of a value that an element of a format needs. */
export type TimePart = 'date' | 'year' | 'time' | 'instant' | 'none';

/** Whether times of a kind have the part. */
export function hasPart(kind: TimeKind, part: TimePart): boolean {
  if (part === 'none' || kind === 'TIMESTAMP') return true;
  if (part === 'instant') return false;
  return kind === 'DATETIME' || (kind === 'TIME') === (part === 'time');
}
