import { randomNumbers } from './random.js';
import { DAY_MS, HOUR_MS, type Request } from './trace.js';
import { zipf } from './zipf.js';

/** The hour of the night at which the fewest ask; twelve hours later it is the most. */
const QUIETEST_HOUR = 3;

/** How far the rate swings around its mean: from a fifth of it up to nine fifths. */
const SWING = 0.8;

/** About `requests` calls a day for `keys` keys: independent of one another, few at night and many by day, a few keys loved. */
export function syntheticDays(days: number, requests: number, keys: number, seed: number): readonly Request[] {
  const random = randomNumbers(seed);
  const nextKey = zipf(keys, random);
  const peakPerMs = (requests / DAY_MS) * (1 + SWING);
  const trace: Request[] = [];
  // A Poisson process at the peak's rate, of which each moment keeps its share, is one at that moment's rate.
  for (let at = 0; ;) {
    at -= Math.log(1 - random()) / peakPerMs;
    if (at >= days * DAY_MS) return trace;
    if (random() * (1 + SWING) < share(at)) trace.push({ at, key: nextKey() });
  }
}

/** The rate at a time of day, as a share of the day's mean. */
function share(at: number): number {
  return 1 - SWING * Math.cos(((at - QUIETEST_HOUR * HOUR_MS) / DAY_MS) * 2 * Math.PI);
}
