import { randomNumbers } from './random.js';
import { zipf } from './zipf.js';

export const DAY_MS = 86_400_000;

const HOUR_MS = 3_600_000;

/** The hour of the night at which the fewest ask; twelve hours later it is the most. */
const QUIETEST_HOUR = 3;

/** How far the rate swings around its mean: from a fifth of it up to nine fifths. */
const SWING = 0.8;

export interface Request {
  /** Milliseconds since midnight. */
  readonly at: number;
  /** From 0, the key most asked for. */
  readonly key: number;
}

/** One day's requests in the order of their times. */
export type Trace = readonly Request[];

/** About `requests` calls for `keys` keys: independent of one another, few at night and many by day, a few keys loved. */
export function syntheticDay(requests: number, keys: number, seed: number): Trace {
  const random = randomNumbers(seed);
  const nextKey = zipf(keys, random);
  const peakPerMs = (requests / DAY_MS) * (1 + SWING);
  const trace: Request[] = [];
  // A Poisson process at the peak's rate, of which each moment keeps its share, is one at that moment's rate.
  for (let at = 0; ;) {
    at -= Math.log(1 - random()) / peakPerMs;
    if (at >= DAY_MS) return trace;
    if (random() * (1 + SWING) < share(at)) trace.push({ at, key: nextKey() });
  }
}

/** The times of each key's requests: what a rule sees that treats every key alone. */
export function timesByKey(trace: Trace): readonly (readonly number[])[] {
  const times = new Map<number, number[]>();
  for (const { at, key } of trace) {
    const known = times.get(key);
    if (known) known.push(at);
    else times.set(key, [at]);
  }
  return [...times.values()];
}

/** The rate at a time of day, as a share of the day's mean. */
function share(at: number): number {
  return 1 - SWING * Math.cos(((at - QUIETEST_HOUR * HOUR_MS) / DAY_MS) * 2 * Math.PI);
}
