import { Injectable } from '@nestjs/common';
import { MemoryStore } from '../cache/memory-store.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { endpointIdOf, isKeyOf, isRowsKey } from './bound-query.js';
import { EndpointStats } from './endpoint-stats.service.js';
import { ResultLoader } from './result-loader.service.js';

/** Drops the cached results and the counts of endpoints that have been changed or removed: no call can get them any more. */
@Injectable()
export class CacheInvalidation {
  constructor(
    private readonly registry: Registry,
    private readonly cache: MemoryStore,
    private readonly stats: EndpointStats,
    loader: ResultLoader,
  ) {
    registry.events.on('change', ({ retired }) => {
      this.invalidate(retired);
    });
    // A run that began before the change fills the cache after it.
    loader.events.on('filled', ({ cacheKey }) => {
      if (!this.isServed(cacheKey)) this.cache.delete(cacheKey);
    });
  }

  private invalidate(retired: readonly Endpoint[]): void {
    const ids = new Set(retired.map(({ id }) => id));
    if (ids.size > 0) this.cache.drop((key) => ids.has(endpointIdOf(key)) && !this.isServed(key));
    for (const id of ids) if (!this.registry.byIdIfServed(id)) this.stats.forget(id);
  }

  /** Whether the key is of a result of an endpoint as it is served now. */
  private isServed(key: string): boolean {
    const endpoint = this.registry.byIdIfServed(endpointIdOf(key));
    return (
      endpoint !== undefined && (endpoint.cachingSeconds !== undefined || isRowsKey(key)) && isKeyOf(endpoint, key)
    );
  }
}
