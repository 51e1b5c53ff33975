import { quote } from '../errors/excerpt.js';
import { type ScalarTypeName, type ScalarValue } from './parameter.js';
import { type Bounds, type Parsed, type Parser, type TextForm } from './parsed.js';

export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
// A literal would have a control character in it.
const NO_NUL_AND_WELL_FORMED = '^(?:[^\\u0000\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$';
/** Text without NUL and halves of surrogate pairs, which no engine takes; written so that it holds with and without the `u` flag. */
export const TEXT = new RegExp(NO_NUL_AND_WELL_FORMED);
const INTEGER = /^([+-]?)(\d+)$/;
/** Digits that are worth reading: leading zeros and all, more of them are beyond the type. */
const MAX_DIGITS = 64;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MIN_FLOAT64 = '-1.7e308';
const MAX_FLOAT64 = '1.7e308';
const BOOLEAN = /^(?:(true)|false)$/i;

export const SCALAR_PARSERS: Readonly<Record<ScalarTypeName, Parser<ScalarValue>>> = {
  string: parseString,
  integer: parseInteger,
  number: parseNumber,
  boolean: parseBoolean,
  timestamp: parseTimestamp,
  date: parseDate,
};

/** A value as a caller may write it. */
export function formatScalar(type: ScalarTypeName, value: ScalarValue): string {
  if (typeof value === 'bigint' && type === 'timestamp') return formatTimestamp(value);
  return typeof value === 'string' && type === 'string' ? quote(value) : String(value);
}

function parseString(text: string): Parsed<string> {
  if (TEXT.test(text)) return { value: text };
  const rule = text.includes('\0') ? 'must be text without the character NUL' : 'must be well-formed Unicode';
  return { problem: `${rule}, not ${quote(text)}` };
}

function parseInteger(text: string, bounds: Bounds): Parsed<bigint> {
  const [, sign = '', digits] = INTEGER.exec(text) ?? [];
  const refuse = (allowed: string) => ({ problem: `must be a whole number${allowed}, not ${quote(text)}` });
  if (digits === undefined) return refuse(rangeText(bounds));
  const size = digits.length > MAX_DIGITS ? INT64.max + 2n : BigInt(digits);
  const value = sign === '-' ? -size : size;
  if (value < INT64.min) return refuse(rangeText({ min: bounds.min ?? INT64.min }));
  return value > INT64.max ? refuse(rangeText({ max: bounds.max ?? INT64.max })) : { value };
}

function parseNumber(text: string, bounds: Bounds): Parsed<number> {
  const refuse = (allowed: string) => ({ problem: `must be a decimal number${allowed}, not ${quote(text)}` });
  if (!NUMBER.test(text)) return refuse(rangeText(bounds) || ' such as -1.5 or 6.02e23');
  const value = Number(text);
  if (value === -Infinity) return refuse(rangeText({ min: bounds.min ?? MIN_FLOAT64 }));
  // Adding 0 makes 0 of -0: they are equal in SQL, and one value has one canonical form.
  return value === Infinity ? refuse(rangeText({ max: bounds.max ?? MAX_FLOAT64 })) : { value: value + 0 };
}

/** The bounds of a number, in words that go behind it in a sentence. */
function rangeText({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return ` from ${String(min)} to ${String(max)}`;
  if (min !== undefined) return ` of at least ${String(min)}`;
  return max === undefined ? '' : ` of at most ${String(max)}`;
}

function parseBoolean(text: string): Parsed<boolean> {
  const match = BOOLEAN.exec(text);
  return match ? { value: match[1] !== undefined } : { problem: `must be true or false, not ${quote(text)}` };
}

export const DATE: TextForm = {
  form: /^(\d{4})-(\d{2})-(\d{2})$/,
  rule: 'must be a date such as 2026-11-20',
};
export const TIMESTAMP: TextForm = {
  form: /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:([Zz])|([+-])(\d{2}):(\d{2}))?)?$/,
  rule: 'must be an ISO 8601 timestamp such as 2026-11-20T10:00:00Z',
};
/** A `+` that was not written as %2B in a URL arrives as a space. */
const LOST_PLUS = / \d{2}:\d{2}$/;

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
