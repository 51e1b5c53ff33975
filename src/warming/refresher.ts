import { Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { ResultLoader } from '../execution/result-loader.service.js';

/** Makes results anew before they are too old. Of several replicas, the one that gets the lease does it for all. */
@Injectable()
export class Refresher {
  constructor(
    private readonly cache: ResultCache,
    private readonly loader: ResultLoader,
  ) {}

  /**
   * Runs a query, whether or not there is a result of it. Resolves to false, with nothing done, if another replica is running it.
   *
   * @param last its last result, in case it is gone from the cache
   * @throws QuernError as the run does; the signal's reason once it is aborted
   */
  async refresh(query: BoundQuery, signal: AbortSignal, last?: Pick<CachedResult, 'chargedTo'>): Promise<boolean> {
    signal.throwIfAborted();
    const { endpoint, cacheKey } = query;
    const origin = this.loader.refreshOrigin(query, last);
    const lease = this.cache.sharing && (await this.cache.lease(cacheKey));
    if (lease === 'taken') return false;
    try {
      // The replica that held the lease before may have refreshed it a moment ago.
      const maxAgeSeconds = endpoint.cacheWarmingSeconds ?? endpoint.cachingSeconds;
      const adopted = lease && (await this.loader.adopt(query, origin, maxAgeSeconds));
      if (!adopted) await this.loader.load(query, origin, signal);
      return true;
    } finally {
      await lease?.release();
    }
  }
}
