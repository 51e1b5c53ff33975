import { isIP } from 'node:net';
import { type Budget, BUDGET_TEXT, parseBudget } from './budget.js';
import { parseRate, type Rate, RATE_TEXT } from './rate.js';

export interface Kind<T> {
  /** Expected text, as the end of a sentence: "a whole number from 0 to 65535". */
  readonly expected: string;
  /** Whether the value is secret, and never shown, even if it is refused. */
  readonly secret?: boolean;
  /** Parses a text; undefined: refused. The text is never empty, since an empty variable counts as unset. */
  parse(text: string): T | undefined;
}

/** A path as the operator wrote it; a relative one starts at the working directory. */
export const path: Kind<string> = {
  expected: 'a path',
  parse: (text) => text,
};

export const host: Kind<string> = {
  expected: 'an IP address or a host name, without a port',
  parse: (text) => (isIP(text) !== 0 || /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(text) ? text : undefined),
};

export function integer(min: number, max: number): Kind<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d+$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export const port = integer(0, 65_535);

/** Seconds up to a day, the longest time of any setting. */
export const seconds = integer(0, 86_400);

/** Milliseconds. */
export const duration: Kind<number> = {
  expected: 'a time of up to a day, such as 250ms or 2s',
  parse: (text) => {
    const [, digits = '', unit] = /^(\d+) ?(ms|s)$/.exec(text) ?? [];
    const value = digits === '' ? NaN : Number(digits) * (unit === 's' ? 1000 : 1);
    return value <= 86_400_000 ? value : undefined;
  },
};

const BYTES_PER_UNIT = new Map([
  ['', 1],
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['tb', 1e12],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
  ['tib', 2 ** 40],
]);

/** MB is 10^6 and MiB is 2^20 bytes (IEC 80000-13), as in DuckDB's own settings. */
export const bytes: Kind<number> = {
  expected: 'a positive number of bytes, such as 268435456, 256MiB or 1GB',
  parse: (text) => {
    const [, digits = '', unit = ''] = /^(\d+) ?([A-Za-z]*)$/.exec(text) ?? [];
    const value = Number(digits) * (BYTES_PER_UNIT.get(unit.toLowerCase()) ?? NaN);
    return value > 0 && Number.isSafeInteger(value) ? value : undefined;
  },
};

export const price: Kind<number> = {
  expected: 'an amount of money, such as 6.25',
  parse: (text) => (/^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined),
};

/** @param least as `bytes` reads it */
export function bytesFrom(least: string): Kind<number> {
  const min = bytes.parse(least) ?? NaN;
  return {
    expected: `a number of bytes from ${least}, such as 1GiB`,
    parse: (text) => {
      const value = bytes.parse(text);
      return value !== undefined && value >= min ? value : undefined;
    },
  };
}

export const percentage: Kind<number> = {
  expected: 'a percentage from 1 to 100, such as 25%',
  parse: (text) => {
    const percent = Number(/^(\d+) ?%?$/.exec(text)?.[1]);
    return percent >= 1 && percent <= 100 ? percent / 100 : undefined;
  },
};

export function oneOf<const T extends string>(...choices: readonly T[]): Kind<T> & { readonly choices: readonly T[] } {
  return {
    choices,
    expected: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** Length of the longest token that is read; ours have 49 characters. */
export const MAX_TOKEN_LENGTH = 512;

/** Visible ASCII, which every client can send in a header field, and no proxy trims or recodes. */
export const token: Kind<string> = {
  expected: `16 to ${MAX_TOKEN_LENGTH} visible ASCII characters, without spaces`,
  secret: true,
  parse: (text) => (/^[!-~]{16,}$/.test(text) && text.length <= MAX_TOKEN_LENGTH ? text : undefined),
};

/** A project, dataset or location of a cloud. */
export const name: Kind<string> = {
  expected: 'a name of letters, digits, "-", "_", "." and ":"',
  parse: (text) => (/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/.test(text) ? text : undefined),
};

export const url: Kind<string> = {
  expected: 'an http or https URL without a path, such as http://127.0.0.1:9050',
  parse: (text) =>
    /^https?:\/\/[A-Za-z0-9.[\]:-]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
};

export const rate: Kind<Rate> = { expected: RATE_TEXT, parse: parseRate };

export const budget: Kind<Budget> = { expected: BUDGET_TEXT, parse: parseBudget };

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
