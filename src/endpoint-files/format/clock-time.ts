import { parseTimestamp, TIMESTAMP } from '../../parameters/calendar.js';
import type { Parsed } from '../../parameters/parsed.js';

/** Digits after the third of a second are zeros. */
const MILLISECONDS = /^(?!.*\.\d{3}\d*[1-9])/;
export const CLOCK_TIME = [TIMESTAMP.form, MILLISECONDS] as const;

/** Reads a TIMESTAMP that the clock can show. */
export function parseClockTime(text: string): Parsed<Date> {
  const parsed = parseTimestamp(text);
  if ('problem' in parsed) return parsed;
  return MILLISECONDS.test(text)
    ? { value: new Date(Number(parsed.value / 1000n)) }
    : { problem: 'must have at most three digits after the second: the clock has milliseconds' };
}
