import { Injectable, Optional } from '@nestjs/common';
import { ResultCache } from '../cache/result-cache.service.js';
import { type Result } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type Answer } from './answer.js';
import { endpointIdOf } from './bound-query.js';
import { emptyRunStats, type RunStats } from './run-stats.js';

/** Counts what happens to each endpoint, since this process began. */
@Injectable()
export class EndpointStats {
  private readonly stats = new Map<string, RunStats>();

  /** @param cache whose evictions are counted; tests of endpoint files run without one */
  constructor(@Optional() cache?: ResultCache) {
    cache?.onGone((cacheKey, evicted) => {
      if (evicted) this.of({ id: endpointIdOf(cacheKey) }).evictions += 1;
    });
  }

  of(endpoint: Pick<Endpoint, 'id'>): RunStats {
    let stats = this.stats.get(endpoint.id);
    if (!stats) {
      stats = emptyRunStats();
      this.stats.set(endpoint.id, stats);
    }
    return stats;
  }

  /** Drops the counts of an endpoint that is no longer served. */
  forget(id: string): void {
    this.stats.delete(id);
  }

  /** A call has been answered. Runs, and who waited for them, are counted where they are started. */
  answered({ endpoint, outcome, collapsed, ageSeconds }: Answer): void {
    if (outcome === 'hit' && !collapsed) {
      const stats = this.of(endpoint);
      stats.hits += 1;
      stats.hitAgeSeconds += ageSeconds;
    } else if (outcome === 'stale') {
      this.of(endpoint).staleServed += 1;
    }
  }

  /** `startedAt` in milliseconds since the epoch. */
  ran(endpoint: Endpoint, result: Result, startedAt: number): void {
    const stats = this.of(endpoint);
    const { cost, rows, truncated } = result;
    if (truncated) stats.truncated += 1;
    stats.bytesProcessed += cost.bytesProcessed ?? 0;
    stats.bytesBilled += cost.bytesBilled ?? 0;
    stats.slotMilliseconds += cost.slotMilliseconds ?? 0;
    if (cost.cacheHit) stats.engineCacheHits += 1;
    stats.lastRun = {
      at: new Date(startedAt).toISOString(),
      milliseconds: Math.round(cost.milliseconds * 10) / 10,
      rows: rows.length,
      bytes_processed: cost.bytesProcessed,
      bytes_billed: cost.bytesBilled,
      slot_ms: cost.slotMilliseconds,
      engine_cache_hit: cost.cacheHit,
      job_id: cost.jobId,
    };
  }

  failed(endpoint: Endpoint, code: ErrorCode, now: Date): void {
    const stats = this.of(endpoint);
    stats.failures += 1;
    stats.lastError = { at: now.toISOString(), code };
  }
}
