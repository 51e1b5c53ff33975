import { type CachedResult } from '../cache/cached-result.js';
import { LEAST_BYTES } from '../config/budget.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** Results that clients have filled together are not refreshed together: each is up to this share of its time earlier, once. */
const JITTER = 0.05;

/** The share of `caching` after which a listed set is refreshed at the latest. */
const LAST_MOMENT = 0.9;

/**
 * At which age a result is refreshed, in seconds; undefined: never. A set that a file lists under `warm:` stays warm even without
 * `cache_warming`: it is refreshed shortly before it expires.
 */
export function refreshAge({ cacheWarmingSeconds, cachingSeconds }: Endpoint, isListed: boolean): number | undefined {
  if (cacheWarmingSeconds !== undefined || !isListed) return cacheWarmingSeconds;
  return (cachingSeconds ?? 0) * LAST_MOMENT;
}

/** When a result is refreshed that may be so old, in seconds since the epoch. Those that were refreshed before are apart already. */
export function refreshAt({ createdAt, isAhead }: CachedResult, seconds: number): number {
  return Math.floor(createdAt / 1000 + (isAhead ? seconds : seconds * (1 - Math.random() * JITTER)));
}

/**
 * What a refresh is worth, for the order of those that are due: how often the result was asked for since it was made, by what it cost to
 * make, in bytes or where the engine bills none in milliseconds. A request that is expected counts as its chance. What a file lists stays warm
 * whoever asks.
 */
export function refreshWorth(result: Pick<CachedResult, 'requests' | 'cost'> | undefined, isListed: boolean): number {
  if (isListed) return Infinity;
  const { bytesBilled, milliseconds = 0 } = result?.cost ?? {};
  // An engine that bills has a least for each run but those that it answers from a cache of its own, and the next one may not be.
  const cost = bytesBilled === undefined ? Math.max(1, milliseconds) : Math.max(LEAST_BYTES, bytesBilled);
  return (result?.requests ?? 0) / cost;
}
