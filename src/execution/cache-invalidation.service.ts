import { Injectable } from '@nestjs/common';
import { ResultCache } from '../cache/result-cache.service.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { endpointIdOf, isKeyOf } from './bound-query.js';
import { Figures } from './endpoint-stats.service.js';
import { FreshResults } from './result-loader.service.js';

/** Frees what is kept for endpoints that are defined anew or are no more: nobody can be given it. */
@Injectable()
export class Retirement {
  constructor(
    private readonly registry: Registry,
    private readonly cache: ResultCache,
    private readonly figures: Figures,
    fresh: FreshResults,
  ) {
    registry.onChange(({ retired }) => {
      this.retire(retired);
    });
    // A run that began before the change ends after it.
    fresh.onFilled(({ cacheKey }) => {
      if (!this.isWanted(cacheKey)) this.cache.drop((key) => key === cacheKey);
    });
  }

  private retire(retired: readonly Endpoint[]): void {
    const ids = new Set(retired.map(({ id }) => id));
    if (ids.size > 0) this.cache.drop((key) => ids.has(endpointIdOf(key)) && !this.isWanted(key));
    for (const id of ids) if (!this.registry.byIdIfServed(id)) this.figures.forget(id);
  }

  /** Is it a result of an endpoint as it is defined now? */
  private isWanted(key: string): boolean {
    const endpoint = this.registry.byIdIfServed(endpointIdOf(key));
    return endpoint?.cachingSeconds !== undefined && isKeyOf(endpoint, key);
  }
}
