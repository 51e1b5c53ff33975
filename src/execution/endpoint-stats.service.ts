import { Injectable } from '@nestjs/common';
import { type Result } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { noFigures, type RunFigures } from './run-stats.js';

/** Counts what happens to each endpoint, since this process began. */
@Injectable()
export class Figures {
  private readonly figures = new Map<string, RunFigures>();

  of(endpoint: Pick<Endpoint, 'id'>): RunFigures {
    let figures = this.figures.get(endpoint.id);
    if (!figures) {
      figures = noFigures();
      this.figures.set(endpoint.id, figures);
    }
    return figures;
  }

  /** Of an endpoint that is no more. */
  forget(id: string): void {
    this.figures.delete(id);
  }

  /** A call was answered from the cache. */
  hit(endpoint: Pick<Endpoint, 'id'>, ageSeconds: number): void {
    const figures = this.of(endpoint);
    figures.hits += 1;
    figures.hitAgeSeconds += ageSeconds;
  }

  /** `startedAt` in milliseconds since the epoch. */
  ran(endpoint: Endpoint, result: Result, startedAt: number): void {
    const figures = this.of(endpoint);
    const { cost, rows, truncated } = result;
    if (truncated) figures.truncated += 1;
    figures.bytesProcessed += cost.bytesProcessed ?? 0;
    figures.bytesBilled += cost.bytesBilled ?? 0;
    figures.slotMilliseconds += cost.slotMilliseconds ?? 0;
    if (cost.cacheHit) figures.engineCacheHits += 1;
    figures.lastRun = {
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
    const figures = this.of(endpoint);
    figures.failures += 1;
    figures.lastError = { at: now.toISOString(), code };
  }
}
