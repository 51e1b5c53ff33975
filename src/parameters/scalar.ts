import { formatTimestamp, parseDate, parseTimestamp } from './calendar.js';
import { quote } from '../errors/excerpt.js';
import type { ScalarTypeName, ScalarValue } from './parameter.js';
import type { Parsed, Parser } from './parsed.js';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const INTEGER = /^[+-]?\d{1,64}$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:(true)|false)$/i;

/** Reads a text as each of the scalar types. */
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
  if (text.includes('\0')) return { problem: `must be text without the character NUL, not ${quote(text)}` };
  // It has no UTF-8, which is what both engines are given.
  if (/\p{Cs}/u.test(text)) return { problem: `must be well-formed Unicode, not ${quote(text)}` };
  return { value: text };
}

function parseInteger(text: string): Parsed<bigint> {
  const value = INTEGER.test(text) ? BigInt(text.replace('+', '')) : undefined;
  return value === undefined || value < MIN_INT64 || value > MAX_INT64
    ? { problem: `must be a whole number from ${String(MIN_INT64)} to ${String(MAX_INT64)}, not ${quote(text)}` }
    : { value };
}

function parseNumber(text: string): Parsed<number> {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  // Adding 0 makes 0 of -0: they are equal in SQL, and one value has one canonical form.
  return Number.isFinite(value)
    ? { value: value + 0 }
    : { problem: `must be a decimal number such as -1.5 or 6.02e23, at most 1.7e308, not ${quote(text)}` };
}

function parseBoolean(text: string): Parsed<boolean> {
  const match = BOOLEAN.exec(text);
  return match ? { value: match[1] !== undefined } : { problem: `must be true or false, not ${quote(text)}` };
}
