import { type PlayedKey } from './policy.js';
import { type Setting } from './setting.js';
import { type Tally } from './tally.js';

/**
 * The lower bound: the fewest runs with which nobody waits at all, not even the first, while no answer is `caching`
 * seconds old. A run that starts at `s` serves the requests from `s + run` until `s + caching`; one who knows them all
 * in advance starts each run so late that it is just ready for the first request that no run before it serves. No choice of
 * runs needs fewer: no two of the requests that these runs were made for can share one.
 */
export function clairvoyant({ times, bytes }: PlayedKey, { cachingMs, runMs }: Setting, tally: Tally): void {
  let startedAt = -Infinity;
  for (const at of times) {
    if (at - startedAt >= cachingMs) {
      startedAt = at - runMs;
      // The run for the first requests starts before the first midnight.
      tally.ran(Math.max(0, startedAt), bytes);
    }
    tally.served(at, at - startedAt, false);
  }
}
