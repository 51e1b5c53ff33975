import { type CachedResult } from '../cache/cached-result.js';
import { type ResultCache } from '../cache/result-cache.service.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { type ResultLoader } from '../execution/result-loader.service.js';

/**
 * Runs a query before its result is too old, whether or not there is one. Of several replicas, the one that gets the lease does it for all:
 * resolves to false, with nothing done, if another one is running it.
 *
 * @param last its last result, in case it is gone from the cache
 * @throws QuernError as the run does; the signal's reason once it is aborted
 */
export async function refreshForAll(
  { cache, loader }: { readonly cache: ResultCache; readonly loader: ResultLoader },
  query: BoundQuery,
  signal: AbortSignal,
  last?: Pick<CachedResult, 'chargedTo'>,
): Promise<boolean> {
  signal.throwIfAborted();
  const { endpoint, cacheKey } = query;
  const origin = loader.refreshOrigin(query, last);
  const lease = cache.sharing && (await cache.lease(cacheKey));
  if (lease === 'taken') return false;
  try {
    // The replica that held the lease before may have refreshed it a moment ago.
    const maxAgeSeconds = endpoint.cacheWarmingSeconds ?? endpoint.cachingSeconds;
    const adopted = lease && (await loader.adopt(query, origin, maxAgeSeconds));
    if (!adopted) await loader.load(query, origin, signal);
    return true;
  } finally {
    await lease?.release();
  }
}
