import { type JsonText } from './engine.js';
import { type AnswerNumbers, type NumberFormat, numbersOf } from './number-format.js';

/** Format of TIMESTAMP values: ISO 8601 in UTC, or integer microseconds since the epoch. */
export type TimestampFormat = 'iso8601' | 'unix-micros';

export interface ValueFormats {
  readonly timestamps: TimestampFormat;
  readonly numbers: NumberFormat;
}

export type AnswerFormats = ValueFormats & AnswerNumbers;

/** The formats of one column, whose numbers may have a format from the author. */
export function formatsOf(column: string, formats: AnswerFormats): ValueFormats {
  return { timestamps: formats.timestamps, numbers: numbersOf(column, formats) };
}

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

export function encodeString(value: string): JsonText {
  return JSON.stringify(value);
}

/** JSON text as it is, with escapes of control characters spelled as `JSON.stringify` does, wherever it was written. */
export function encodeJson(text: string): JsonText {
  return text.includes('\\u00') ? text.replace(/\\(?:u[\dA-Fa-f]{4}|.)/g, (escape) => lowerHex(escape)) : text;
}

function lowerHex(escape: string): string {
  return escape.startsWith('\\u00') ? escape.toLowerCase() : escape;
}

/** INT64: a number while a double holds it exactly, else a string, so that no client reads a wrong digit. */
function encodeInt64(value: bigint): JsonText {
  return value >= -MAX_EXACT && value <= MAX_EXACT ? value.toString() : `"${value}"`;
}

export function encodeFloat64(value: number): JsonText {
  return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
}

/** NUMERIC and BIGNUMERIC from plain decimal text: whole numbers as INT64, all others as strings. */
function encodeNumeric(text: string): JsonText {
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return /^-?\d+$/.test(trimmed) ? encodeInt64(BigInt(trimmed)) : `"${trimmed}"`;
}

/** Encoders of INT64: one is chosen for a column, so that the choice costs `exact` nothing. */
export const INT64_ENCODERS: Readonly<Record<NumberFormat, (value: bigint) => JsonText>> = {
  exact: encodeInt64,
  string: (value) => `"${value}"`,
  number: (value) => value.toString(),
};

/** Encoders of NUMERIC and BIGNUMERIC, from plain decimal text. */
export const NUMERIC_ENCODERS: Readonly<Record<NumberFormat, (text: string) => JsonText>> = {
  exact: encodeNumeric,
  string: (text) => `"${decimalText(text)}"`,
  number: decimalText,
};

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A decimal without zeros behind its last digit: -0.0 is 0.
 *
 * @throws Error for any other text, which would break the JSON that it became a number of
 */
function decimalText(text: string): string {
  if (!DECIMAL.test(text)) throw new Error(`the engine sent ${JSON.stringify(text)} as a NUMERIC`);
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

export function encodeBytes(bytes: Uint8Array): JsonText {
  return `"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}"`;
}

const MICROS_PER_DAY = 86_400_000_000n;

/** Days since 1970-01-01 as `YYYY-MM-DD`. */
export function dateText(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** Microseconds since midnight as `hh:mm:ss[.ffffff]`, the fraction as short as it may be. */
export function timeText(micros: bigint): string {
  const seconds = Number(micros / 1_000_000n);
  const fraction = micros % 1_000_000n;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return fraction === 0n ? clock : `${clock}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
}

/** Microseconds since 1970-01-01T00:00:00 as a DATETIME, before 1970 as well. */
export function datetimeText(micros: bigint): string {
  const timeOfDay = ((micros % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY;
  return `${dateText(Number((micros - timeOfDay) / MICROS_PER_DAY))}T${timeText(timeOfDay)}`;
}

export function encodeTimestamp(micros: bigint, format: TimestampFormat): JsonText {
  return format === 'unix-micros' ? encodeInt64(micros) : `"${datetimeText(micros)}Z"`;
}
