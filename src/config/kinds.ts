import { isIP } from 'node:net';
import { BUDGET_TEXT, parseBudget } from './budget.js';
import { parseRate, RATE_TEXT } from './rate.js';

export interface Kind<T> {
  /** Expected text, as the end of a sentence: "a whole number from 0 to 65535". */
  readonly expected: string;
  /** Whether the value is secret, and never shown, even if it is refused. */
  readonly secret?: boolean;
  /** Parses a text; undefined: refused. The text is never empty, since an empty variable counts as unset. */
  parse(text: string): T | undefined;
}

export function kind<T>(expected: string, parse: Kind<T>['parse']): Kind<T> {
  return { expected, parse };
}

/** The problem of a value that is refused, with its remedy. */
export function refusal(variable: string, text: string, { expected, secret }: Kind<unknown>): string {
  const shown = secret ? 'has a value that is refused (and not shown)' : `is ${JSON.stringify(text)}`;
  return `${variable} ${shown}; write ${expected}.`;
}

/** A kind of number, by what it makes of a text; NaN is refused, as is everything out of the range. */
export function numeric(expected: string, min: number, max: number, valueOf: (text: string) => number): Kind<number> {
  return kind(expected, (text) => {
    const value = valueOf(text);
    return value >= min && value <= max ? value : undefined;
  });
}

export function matching(expected: string, form: RegExp): Kind<string> {
  return kind(expected, (text) => (form.test(text) ? text : undefined));
}

/** A path as the operator wrote it; a relative one starts at the working directory. */
export const path = kind('a path', (text) => text);

export const host = kind('an IP address or a host name, without a port', (text) =>
  isIP(text) !== 0 || /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(text) ? text : undefined,
);

export function integer(min: number, max: number): Kind<number> {
  return numeric(`a whole number from ${min} to ${max}`, min, max, (text) => (/^\d+$/.test(text) ? Number(text) : NaN));
}

export const port = integer(0, 65_535);

/** Seconds up to a day, the longest time of any setting. */
export const seconds = integer(0, 86_400);

/** Milliseconds. */
export const duration = numeric('a time of up to a day, such as 250ms or 2s', 0, 86_400_000, (text) => {
  const [, digits = NaN, unit] = /^(\d+) ?(ms|s)$/.exec(text) ?? [];
  return Number(digits) * (unit === 's' ? 1000 : 1);
});

const MOST = Number.MAX_SAFE_INTEGER;

/** MB is 10^6 and MiB is 2^20 bytes (IEC 80000-13), as in DuckDB's own settings. */
function bytesIn(text: string): number {
  const [, digits = NaN, prefix = '', binary = ''] = /^(\d+) ?(?:b|([kmgt])(i?)b)?$/i.exec(text) ?? [];
  return Number(digits) * (binary === '' ? 1000 : 1024) ** ' kmgt'.indexOf(prefix.toLowerCase());
}

export const bytes = numeric('a positive number of bytes, such as 268435456, 256MiB or 1GB', 1, MOST, bytesIn);

/** @param least as `bytes` reads it */
export function bytesFrom(least: string): Kind<number> {
  const expected = `a number of bytes from ${least}, such as 1GiB`;
  return numeric(expected, bytesIn(least), MOST, bytesIn);
}

export const price = kind('an amount of money, such as 6.25', (text) =>
  /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined,
);

export const percentage = numeric(
  'a percentage from 1 to 100, such as 25%',
  0.01,
  1,
  (text) => Number(/^(\d+) ?%?$/.exec(text)?.[1]) / 100,
);

export function oneOf<const T extends string>(...choices: readonly T[]): Kind<T> {
  return kind(`one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text));
}

/** Length of the longest token that is read; ours have 49 characters. */
export const MAX_TOKEN_LENGTH = 512;

/** Visible ASCII, which every client can send in a header field, and no proxy trims or recodes. */
export const token: Kind<string> = {
  ...matching(
    `16 to ${MAX_TOKEN_LENGTH} visible ASCII characters, without spaces`,
    new RegExp(`^[!-~]{16,${MAX_TOKEN_LENGTH}}$`),
  ),
  secret: true,
};

/** A project, dataset or location of a cloud. */
export const name = matching('a name of letters, digits, "-", "_", "." and ":"', /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/);

export const url = kind('an http or https URL without a path, such as http://127.0.0.1:9050', (text) =>
  /^https?:\/\/[A-Za-z0-9.[\]:-]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
);

export const rate = kind(RATE_TEXT, parseRate);

export const budget = kind(BUDGET_TEXT, parseBudget);

/** Origins of web pages (RFC 6454), or `*` for every one. */
export const origins: Kind<readonly string[]> = {
  expected: 'origins such as https://app.example.com, separated by commas, or *',
  parse: (text) => {
    const list = text.split(',').map((origin) => origin.trim());
    const isOrigin = (origin: string) =>
      !origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin;
    return list.every((origin) => origin === '*' || isOrigin(origin)) ? list : undefined;
  },
};

export const redisUrl: Kind<string> = {
  expected: 'a redis or rediss URL, such as redis://127.0.0.1:6379 or rediss://user:password@redis.internal:6380/0',
  secret: true,
  parse: (text) => (/^rediss?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined),
};
