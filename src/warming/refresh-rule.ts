import { type CachedResult } from '../cache/cached-result.js';
import { LEAST_BYTES } from '../config/budget.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/**
 * Largest share of its time by which a result is refreshed earlier, once: results that clients have filled together should not be refreshed
 * together.
 */
const JITTER = 0.05;

/** The share of `caching` after which a listed set is refreshed at the latest. */
const LAST_MOMENT = 0.9;

/**
 * Age at which a result is refreshed, in seconds; undefined: never. A set that a file lists under `warm:` stays warm even without
 * `cache_warming`: it is refreshed shortly before it expires.
 */
export function refreshAge({ cacheWarmingSeconds, cachingSeconds }: Endpoint, isListed: boolean): number | undefined {
  if (cacheWarmingSeconds !== undefined || !isListed) return cacheWarmingSeconds;
  return (cachingSeconds ?? 0) * LAST_MOMENT;
}

/** Time at which a result of this greatest age is refreshed, in seconds since the epoch. Results that were refreshed before are spread already. */
export function refreshAt({ createdAt, isAhead }: CachedResult, seconds: number): number {
  return Math.floor(createdAt / 1000 + (isAhead ? seconds : seconds * (1 - Math.random() * JITTER)));
}

/**
 * Order of the refreshes that are due: the number of requests for the result since it was made, by its cost in bytes, or in milliseconds
 * where the engine bills none. An expected request counts as its chance. Listed sets stay warm without requests.
 */
export function refreshWorth(result: Pick<CachedResult, 'requests' | 'cost'> | undefined, isListed: boolean): number {
  if (isListed) return Infinity;
  const { bytesBilled, milliseconds = 0 } = result?.cost ?? {};
  // Billing engines charge a minimum for each run, except for one that they answer from a cache of their own, as the next one may not be.
  const cost = bytesBilled === undefined ? Math.max(1, milliseconds) : Math.max(LEAST_BYTES, bytesBilled);
  return (result?.requests ?? 0) / cost;
}
