import { quote } from '../errors/excerpt.js';
import type { Parsed, TextForm } from './parsed.js';

export const DATE: TextForm = {
  form: /^(\d{4})-(\d{2})-(\d{2})$/,
  rule: 'must be a date such as 2026-11-20',
};
export const TIMESTAMP: TextForm = {
  form: /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?)?$/,
  rule: 'must be an ISO 8601 timestamp such as 2026-11-20T10:00:00Z',
};
/** A `+` that was not written as %2B in a URL arrives as a space. */
const LOST_PLUS = /:\d{2}(?:\.\d+)? \d{2}(?::?\d{2})?$/;

const MICROS_PER_SECOND = 1_000_000n;
// GoogleSQL's range: years 0001 to 9999, in UTC.
const FIRST_TIMESTAMP = -62_135_596_800n * MICROS_PER_SECOND;
const LAST_TIMESTAMP = 253_402_300_800n * MICROS_PER_SECOND - 1n;
/** GoogleSQL's widest offset from UTC, in minutes. */
const MAX_OFFSET = 14 * 60;

/** DATE, as `YYYY-MM-DD`. */
export function parseDate(text: string): Parsed<string> {
  if (!DATE.form.test(text)) return { problem: `${DATE.rule}, not ${quote(text)}` };
  return epochSeconds(text) === undefined ? { problem: noSuchDay(text) } : { value: text };
}

/**
 * TIMESTAMP, as microseconds since 1970-01-01T00:00:00Z: ISO 8601 with `T` or a space, as GoogleSQL takes both. Seconds,
 * their fraction and the offset may be left out, and so may the time of day; no offset means UTC. Digits that a
 * microsecond cannot hold are refused, since dropping them would move a bound.
 */
export function parseTimestamp(text: string): Parsed<bigint> {
  const match = TIMESTAMP.form.exec(text);
  if (!match) return { problem: notATimestamp(text) };
  const [, date = '', hour = '0', minute = '0', second = '0', fraction = '', , sign, ...offset] = match;
  const midnight = epochSeconds(date);
  if (midnight === undefined) return { problem: noSuchDay(text) };
  if (second === '60')
    return { problem: `must not name a leap second; write the second before it, not ${quote(text)}` };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return { problem: `must have a time of day from 00:00:00 to 23:59:59, not ${quote(text)}` };
  }
  if (fraction.length > 6) {
    return { problem: `must have at most six digits after the second (microseconds), not ${quote(text)}` };
  }
  const [offsetHours = 0, offsetMinutes = 0] = offset.map((digits: string | undefined) => Number(digits ?? 0));
  const minutesAhead = (sign === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  if (offsetMinutes > 59 || Math.abs(minutesAhead) > MAX_OFFSET) {
    return { problem: `must have an offset from -14:00 to +14:00, not ${quote(text)}` };
  }
  const seconds = midnight + Number(hour) * 3600 + (Number(minute) - minutesAhead) * 60 + Number(second);
  const value = BigInt(seconds) * MICROS_PER_SECOND + BigInt(fraction.padEnd(6, '0'));
  return value < FIRST_TIMESTAMP || value > LAST_TIMESTAMP
    ? { problem: `must lie in the years 0001 to 9999 in UTC, not ${quote(text)}` }
    : { value };
}

/** Milliseconds since 1970-01-01T00:00:00Z, as JavaScript and dashboards count them, in the range of a TIMESTAMP. */
export const UNIX_MILLIS = { min: Number(FIRST_TIMESTAMP / 1000n), max: Number(LAST_TIMESTAMP / 1000n) } as const;

/** Reads a TIMESTAMP, or whole milliseconds since 1970, which no instant is written as otherwise. */
export function parseTimestampOrMillis(text: string): Parsed<bigint> {
  if (!/^-?\d+$/.test(text)) return parseTimestamp(text);
  const millis = Number(text);
  if (millis >= UNIX_MILLIS.min && millis <= UNIX_MILLIS.max) return { value: BigInt(millis) * 1000n };
  return { problem: `must lie in the years 0001 to 9999 in UTC, as milliseconds since 1970, not ${quote(text)}` };
}

/** A TIMESTAMP as ISO 8601 in UTC, with a fraction only where there is one. */
export function formatTimestamp(micros: bigint): string {
  const fraction = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
  const digits = fraction.toString().padStart(6, '0').replace(/0+$/, '');
  return `${seconds}${digits === '' ? '' : `.${digits}`}Z`;
}

/** Midnight UTC of a day in seconds since 1970, if the calendar has that day. */
function epochSeconds(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have lands in another month.
  const exists = year >= 1 && date.getUTCMonth() === month - 1;
  return exists ? date.getTime() / 1000 : undefined;
}

function noSuchDay(text: string): string {
  return `must be a day of the calendar, in the years 0001 to 9999, not ${quote(text)}`;
}

function notATimestamp(text: string): string {
  const hint = LOST_PLUS.test(text) ? ' (in a URL, the + of an offset is written %2B)' : '';
  return `${TIMESTAMP.rule}, not ${quote(text)}${hint}`;
}
