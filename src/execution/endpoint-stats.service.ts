import { Injectable, Optional } from '@nestjs/common';
import {
  type EndedRun,
  type Ran,
  RUN_CAUSES,
  RUN_OUTCOMES,
  type RunCause,
  type RunOutcome,
} from '../answers/ended-run.js';
import { type CachedResult } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { type Answer, type CacheOutcome } from './answer.js';
import { endpointIdOf } from './bound-query.js';
import { CACHE_USES, type CacheUse } from '../answers/answer-facts.js';
import { type ErrorCode } from '../errors/error-codes.js';

/** Counts the calls and runs of each endpoint since this process began. */
@Injectable()
export class EndpointStats {
  private readonly stats = new Map<string, RunStats>();
  private readonly endedListeners = new Set<(run: EndedRun) => void>();
  private readonly forgottenListeners = new Set<(id: string, stats: RunStats | undefined) => void>();

  /**
   * Tests of endpoint files run without both.
   *
   * @param cache whose evictions are counted
   * @param registry whose endpoints have counts that are kept
   */
  constructor(
    @Optional() cache?: ResultCache,
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
    for (const listener of this.forgottenListeners) listener(id, stats);
  }

  /** Calls back for each endpoint that is gone, with its counts; undefined where there are none. */
  onForgotten(listener: (id: string, stats: RunStats | undefined) => void): void {
    this.forgottenListeners.add(listener);
  }

  /** Calls back for each run that is over. */
  onEnded(listener: (run: EndedRun) => void): void {
    this.endedListeners.add(listener);
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
    for (const listener of this.endedListeners) listener(run);
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

/** The result of the last run that succeeded, and its cost. */
export interface LastRun {
  readonly at: string;
  readonly milliseconds: number;
  readonly rows: number;
  readonly bytes_processed?: number | undefined;
  readonly bytes_billed?: number | undefined;
  readonly slot_ms?: number | undefined;
  readonly engine_cache_hit?: boolean | undefined;
  readonly job_id?: string | undefined;
}

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Counts of one endpoint since this process began, for its operator. */
export class RunStats {
  /** Number of answers, by the cache's part and the class of the status. */
  readonly answers = new Float64Array(CACHE_USES.length * STATUS_CLASSES.length);
  /** Sum of the ages of all answers with rows, in seconds; below, of the hits among them. */
  answerAgeSeconds = 0;
  hitAgeSeconds = 0;
  /** Number of runs that have ended, by cause and outcome. */
  readonly runs = new Float64Array(RUN_CAUSES.length * RUN_OUTCOMES.length);
  /** Time of all runs that were not `busy`, without their waiting. */
  engineMilliseconds = 0;
  /** Runs that were begun for a waiting client. */
  misses = 0;
  /** Requests that waited for a run that was already under way. */
  joined = 0;
  /** Runs that were begun ahead of time. */
  refreshes = 0;
  /** Results that were made ahead of time because clients had asked for them on earlier days. */
  expected = 0;
  /** Results that were left to expire because a budget has nothing left for refreshes. */
  leftOut = 0;
  /** Results of other replicas that were taken over instead of being made again. */
  adopted = 0;
  /** Results that were due and not run again, since their tables had not changed. */
  verified = 0;
  /** Bytes that the earlier runs of verified results had been billed for. */
  bytesSaved = 0;
  failures = 0;
  /** Runs whose rows were cut off at `max_rows` or `max_bytes`. */
  truncated = 0;
  /** Results that were evicted to make room for others. */
  evictions = 0;
  /** Cost of all runs, as far as the engine reports it. */
  bytesProcessed = 0;
  bytesBilled = 0;
  slotMilliseconds = 0;
  /** Size of the rows of all runs, as answers have them. */
  answerBytes = 0;
  /** Runs that the engine answered from a cache of its own. */
  engineCacheHits = 0;
  lastRun: LastRun | undefined = undefined;
  lastError: { readonly at: string; readonly code: ErrorCode } | undefined = undefined;

  countAnswer(use: CacheUse, status: number): void {
    const index = CACHE_USES.indexOf(use) * STATUS_CLASSES.length + Math.floor(status / 100) - 2;
    this.answers[index] = (this.answers[index] ?? 0) + 1;
  }

  countRun(cause: RunCause, outcome: RunOutcome): void {
    const index = RUN_CAUSES.indexOf(cause) * RUN_OUTCOMES.length + RUN_OUTCOMES.indexOf(outcome);
    this.runs[index] = (this.runs[index] ?? 0) + 1;
  }

  /** Number of answers with this part of the cache, for any status. */
  answered(use: CacheUse): number {
    const first = CACHE_USES.indexOf(use) * STATUS_CLASSES.length;
    return this.answers.subarray(first, first + STATUS_CLASSES.length).reduce((sum, count) => sum + count, 0);
  }

  /** Adds the counts of another endpoint, for endpoints that are reported together. */
  add(stats: RunStats): void {
    for (const name of SUMS) this[name] += stats[name];
    for (const name of ['answers', 'runs'] as const) {
      for (const [index, count] of stats[name].entries()) this[name][index] = (this[name][index] ?? 0) + count;
    }
  }
}

type Sum = { [K in keyof RunStats]: RunStats[K] extends number ? K : never }[keyof RunStats];

const SUMS = Object.entries(new RunStats()).flatMap(([name, value]) =>
  typeof value === 'number' ? (name as Sum) : [],
);

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
