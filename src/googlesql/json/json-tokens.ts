import { INT64_RANGE } from '../types/types.js';

/** An error for text that is no JSON, or has numbers that BigQuery does not keep as they are. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
}

/** The fate of a number with more digits than a FLOAT64 has: an error, or the FLOAT64. */
export type WideNumbers = 'exact' | 'rounded';

/** Levels of BigQuery's JSON values. */
export const MAX_DEPTH = 500;

export const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Digits of an integer that fits into every type of number, and has one spelling. */
const SHORT = 15;
const MAX_UINT64 = 2n ** 64n - 1n;

/** @throws BadJson for a text that the embedded engine has no place for */
export function assertKept(text: string): void {
  if (!text.isWellFormed()) throw new BadJson('has half of a surrogate pair');
  if (text.includes('\0')) throw new BadJson('has a NUL character, which the embedded engine does not keep');
}

/** Whether a quotation mark stands behind an odd number of backslashes. */
export function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before -= 1;
  return (at - before) % 2 === 0;
}

/** @throws BadJson when it is no string of JSON */
export function stringOf(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    throw new BadJson('is not JSON');
  }
}

/**
 * Writes a number in its one form.
 *
 * @throws BadJson for one that is no FLOAT64, or, where numbers are exact, that none holds with all of its digits
 */
export function numberText(token: string, wideNumbers: WideNumbers): string {
  if (!/[.eE]/.test(token)) {
    if (token.length <= SHORT && token !== '-0') return token;
    const integer = BigInt(token);
    if (integer >= INT64_RANGE.min && integer <= MAX_UINT64) return integer.toString();
  }
  const double = Number(token);
  if (wideNumbers === 'exact' && digitsOf(token) !== digitsOf(String(double))) {
    throw new BadJson(`has the number ${token}, which FLOAT64 does not hold exactly`);
  }
  if (!Number.isFinite(double)) throw new BadJson(`has the number ${token}, which no FLOAT64 is`);
  return doubleText(double);
}

/** The digits without the zeros around them. */
function digitsOf(text: string): string {
  return text.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

/** Writes a double, with an exponent below 1e-4 and from 1e15 on, and always with a sign that it is no integer. */
function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [, sign = '', mantissa = '', exponent = ''] = /^(-?)(.+)e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const power = Number(exponent);
  if (power < -4 || power >= 15) {
    const digits = String(Math.abs(power)).padStart(2, '0');
    return `${sign}${mantissa}e${power < 0 ? '-' : '+'}${digits}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}
