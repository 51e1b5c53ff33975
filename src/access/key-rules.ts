import { BUDGET, BUDGET_TEXT } from '../config/budget.js';
import { parseRate, RATE_TEXT } from '../config/rate.js';

export interface TextRule {
  /** Expected text, as the end of a sentence. */
  readonly expected: string;
  accepts(text: string): boolean;
}

export const KEY_ID: TextRule = {
  expected: '1 to 63 letters, digits, `.`, `_` or `-`, the first a letter or digit (`env` is taken by QUERN_API_KEY)',
  // The id of an old token is its key's with `.old` behind it, and may be that much longer.
  accepts: (text) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}(?:\.old)?$/.test(text) && text !== 'env',
};

export const SHA256: TextRule = {
  expected: 'the SHA-256 of the token in 64 hex digits, never the token itself',
  accepts: (text) => /^[0-9a-f]{64}$/i.test(text),
};

export const SCOPE: TextRule = {
  expected:
    'the name or the id of an endpoint (`*` stands for any characters), `admin`, `cache:refresh`, `cost` or `metrics`',
  accepts: (text) => text === 'cache:refresh' || /^[A-Za-z0-9._*-]{1,128}$/.test(text),
};

export const SIGNING_SECRET: TextRule = {
  expected: '256 random bits in 43 characters of base64url, as `quern keys update <id> --signed-urls` makes them',
  accepts: (text) => /^[A-Za-z0-9_-]{43}$/.test(text),
};

/** Requires time and `Z`: midnight of a date alone depends on the time zone. */
export const TIMESTAMP: TextRule = {
  expected: 'a time in UTC such as 2027-01-01T00:00:00Z',
  accepts: (text) => {
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? new Date(text) : new Date(NaN);
    // Date rolls 30 February over into March: a text that does not come back as it went in is no date.
    return !Number.isNaN(time.getTime()) && timestampText(time) === text;
  },
};

export const PARAMETER_NAME: TextRule = {
  expected: 'the name of a parameter',
  accepts: (text) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text),
};

export const RATE: TextRule = {
  expected: RATE_TEXT,
  accepts: (text) => parseRate(text) !== undefined,
};

export const KEY_BUDGET: TextRule = {
  expected: BUDGET_TEXT,
  accepts: (text) => BUDGET.test(text),
};

/** Refuses an empty text, which counts as missing among parameters: binding one would bind nothing. */
export const NOT_EMPTY: TextRule = {
  expected: 'a text that is not empty',
  accepts: (text) => text !== '',
};

/** Writes whole seconds, rounded down: a key never lives longer than was said. */
export function timestampText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
