import { formatTimestamp, parseDate, parseTimestamp } from './calendar.js';
import { quote } from '../errors/excerpt.js';
import type { ScalarTypeName, ScalarValue } from './parameter.js';
import type { Bounds, Parsed, Parser } from './parsed.js';

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
