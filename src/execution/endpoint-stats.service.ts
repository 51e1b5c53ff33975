import { EventEmitter } from 'node:events';
import { RunStats } from './run-stats.js';
import { Injectable, Optional } from '@nestjs/common';
import { type EndedRun, type Ran } from '../answers/ended-run.js';
import { type CachedResult } from '../cache/cached-result.js';
import { MemoryStore } from '../cache/memory-store.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { type Answer, type CacheOutcome } from './answer.js';
import { endpointIdOf } from './bound-query.js';
import { type CacheUse } from '../answers/answer-facts.js';

interface StatsEvents {
  /** A run is over. */
  ended: [EndedRun];
  /** An endpoint is gone, with its counts; undefined where there are none. */
  forgotten: [id: string, stats: RunStats | undefined];
}

/** Counts the calls and runs of each endpoint since this process began. */
@Injectable()
export class EndpointStats {
  readonly events = new EventEmitter<StatsEvents>();
  private readonly stats = new Map<string, RunStats>();

  /**
   * Tests of endpoint files run without both.
   *
   * @param cache whose evictions are counted
   * @param registry whose endpoints have counts that are kept
   */
  constructor(
    @Optional() cache?: MemoryStore,
    @Optional() private readonly registry?: Registry,
  ) {
    cache?.onGone((cacheKey, evicted) => {
      if (evicted) this.of({ id: endpointIdOf(cacheKey) }).evictions += 1;
    });
  }

  /** The counts of an endpoint; undefined where there are none. */
  peek(id: string): RunStats | undefined {
    return this.stats.get(id);
  }

  /** The counts of an endpoint, to add to. A run that ends when its endpoint is gone gets counts that are thrown away. */
  of({ id }: Pick<Endpoint, 'id'>): RunStats {
    let stats = this.stats.get(id);
    if (!stats) {
      stats = new RunStats();
      if (!this.registry || this.registry.byIdIfServed(id)) this.stats.set(id, stats);
    }
    return stats;
  }

  /** Drops the counts of an endpoint that is no longer served, if there are any. */
  forget(id: string): void {
    const stats = this.stats.get(id);
    this.stats.delete(id);
    this.events.emit('forgotten', id, stats);
  }

  /** Counts a run that is over, with or without success. */
  ended(run: EndedRun): void {
    const stats = this.of(run.endpoint);
    const { outcome, result, errorCode } = run;
    stats.countRun(run.cause, outcome);
    if (outcome !== 'busy') stats.engineMilliseconds += run.ranMs;
    stats.answerBytes += run.answerBytes ?? 0;
    if (result) countResult(stats, result, run.startedAt);
    if (errorCode && (outcome === 'failed' || (outcome === 'busy' && errorCode !== 'budget_exhausted'))) {
      stats.failures += 1;
      stats.lastError = { at: run.endedAt.toISOString(), code: errorCode };
    }
    this.events.emit('ended', run);
  }

  /** Counts an answer with rows. Runs, and the clients that waited for them, are counted where they are started. */
  answered(answer: Answer, status: number): void {
    const stats = this.of(answer.endpoint);
    const use = cacheUseOf(answer);
    stats.countAnswer(use, status);
    stats.answerAgeSeconds += answer.ageSeconds;
    if (use === 'hit') stats.hitAgeSeconds += answer.ageSeconds;
  }

  /** Counts an answer without rows. */
  refused(endpoint: Pick<Endpoint, 'id'>, status: number): void {
    this.of(endpoint).countAnswer('none', status);
  }

  /** Counts a result that was due and is found unchanged, without a run. */
  verified(endpoint: Endpoint, { cost }: CachedResult): void {
    const stats = this.of(endpoint);
    stats.verified += 1;
    stats.bytesSaved += cost?.bytesBilled ?? 0;
  }
}

function countResult(stats: RunStats, { cost, rows, truncated }: Ran, startedAt: Date): void {
  if (truncated) stats.truncated += 1;
  stats.bytesProcessed += cost.bytesProcessed ?? 0;
  stats.bytesBilled += cost.bytesBilled ?? 0;
  stats.slotMilliseconds += cost.slotMilliseconds ?? 0;
  if (cost.cacheHit) stats.engineCacheHits += 1;
  stats.lastRun = {
    at: startedAt.toISOString(),
    milliseconds: Math.round(cost.milliseconds * 10) / 10,
    rows,
    bytes_processed: cost.bytesProcessed,
    bytes_billed: cost.bytesBilled,
    slot_ms: cost.slotMilliseconds,
    engine_cache_hit: cost.cacheHit,
    job_id: cost.jobId,
  };
}

const USES: Readonly<Record<CacheOutcome, CacheUse>> = {
  hit: 'hit',
  stale: 'stale',
  miss: 'miss',
  expired: 'miss',
  forced: 'bypass',
  disabled: 'bypass',
};

export function cacheUseOf({ outcome, collapsed }: Answer): CacheUse {
  return collapsed && outcome !== 'stale' ? 'joined' : USES[outcome];
}
