import { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { ageOf, isYounger, ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';
import { isSampled, refOf, type SpanRef } from '../traces/span-ref.js';
import { type RunTrace } from '../traces/trace.js';
import { Traces } from '../traces/traces.service.js';
import { Backoff } from './backoff.js';
import { RunProgress, type SlowCall } from './call.js';
import { type BoundQuery } from './bound-query.js';
import { EndpointStats } from './endpoint-stats.service.js';
import { SingleFlight, type Waiters } from './single-flight.js';
import { isClients, type RunOrigin, sharedRunOf } from './run-origin.js';
import { type RunResult, Runner } from './runner.service.js';
import { VERIFIABLE_SECONDS, verified, Verification } from './verification.service.js';

/** A result, and the query that it answers. */
export type ResultEvent = [query: BoundQuery, result: CachedResult];

/** A result, with `engineMs` undefined where there was no run: another replica has made the result, or it was verified. */
export interface LoadedResult {
  readonly result: CachedResult;
  /** Milliseconds that the engine took. */
  readonly engineMs?: number | undefined;
}

/**
 * Largest answer to sandbox SQL that is kept, in bytes: a thousand rows of a kilobyte. Each text is an entry of its own, which is seldom
 * asked for by others than its writer; a few of the largest answers would take the memory of all others, and of Redis.
 */
const MAX_KEPT_SANDBOX_BYTES = 2 ** 20;

/**
 * Loads results that are not in memory, or too old: from another replica, by verifying that a run would bring the same, or by a run. There
 * is one run per cache key at a time, for any number of waiting calls. A result that is kept is in the cache before it is given to a call.
 */
@Injectable()
export class ResultLoader {
  /** `filled`: a result has been put into the cache. */
  readonly events = new EventEmitter<{ filled: ResultEvent }>();
  private readonly runs = new SingleFlight<LoadedResult>();
  /** Progress of the shared runs, by their names. */
  private readonly progress = new Map<string, RunProgress>();
  private readonly backoff: Backoff;
  /** The spans of runs by their errors, for requests that have joined them. */
  private readonly failedRuns = new WeakMap<Error, SpanRef>();
  /** The keys whose budgets or shares of memory were used up, by the errors of their runs. */
  private readonly usedUp = new WeakMap<Error, string>();

  constructor(
    private readonly cache: ResultCache,
    private readonly runner: Runner,
    private readonly verification: Verification,
    private readonly stats: EndpointStats,
    private readonly traces: Traces,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.backoff = new Backoff(clock);
  }

  /**
   * The origin of a refresh, charged to the key that the result was made for. Call it before waiting for anything: the result may be
   * evicted meanwhile, and its successor would then be charged to no key, and so be bound by no share.
   *
   * @param last the earlier result, in case it is gone from the cache
   */
  refreshOrigin({ cacheKey }: BoundQuery, last?: Pick<CachedResult, 'chargedTo'>): RunOrigin {
    const before = this.cache.memory.peek(cacheKey) ?? last;
    const cause = before ? 'warming' : 'start';
    return { caller: 'warming', cause, chargedTo: before?.chargedTo };
  }

  /** Whether a run for this query is under way that such a call would join. */
  isLoading(query: BoundQuery, slow?: SlowCall): boolean {
    return this.runs.has(sharedRunOf(query, slow));
  }

  /** @throws QuernError `backing_off`, and any error of the run, now or a moment ago; the signal's reason once it is aborted */
  async load(query: BoundQuery, origin: RunOrigin, signal: AbortSignal): Promise<LoadedResult> {
    if (query.endpoint.cachingSeconds === undefined) return this.runUncached(query, origin, signal);
    if (this.joins(query, origin)) this.stats.of(query.endpoint).joined += 1;
    return this.share(query, origin, signal);
  }

  /** Takes over a result that another replica has made, if it is newer than our own and younger than `maxAgeSeconds`. */
  async adopt(query: BoundQuery, origin: RunOrigin, maxAgeSeconds = 0): Promise<CachedResult | undefined> {
    if (!this.cache.sharing) return undefined;
    const { endpoint, cacheKey } = query;
    const chargedTo = this.keyToCharge(query, origin);
    const fetched = await this.cache.fetch(cacheKey);
    const isNewer = fetched && fetched.createdAt > (this.cache.memory.peek(cacheKey)?.createdAt ?? 0);
    if (!isNewer || !isYounger(fetched, maxAgeSeconds, this.clock())) return undefined;
    const modifiedAt = this.modifiedAt(query, fetched, fetched.modifiedAt ?? this.clock());
    const result = { ...fetched, chargedTo, modifiedAt };
    this.cache.adopt(cacheKey, result, this.keepSeconds(query, result));
    this.stats.of(endpoint).adopted += 1;
    this.notifyFilled(query, result);
    return result;
  }

  /** Time at which a query that keeps failing may be run again, in milliseconds since the epoch; undefined when it may be run now. */
  retryAt(query: BoundQuery): number | undefined {
    return this.backoff.until(query.cacheKey);
  }

  /** Gives each call a run of its own: nothing is kept, so that there is nothing to share. */
  private async runUncached(query: BoundQuery, origin: RunOrigin, signal: AbortSignal): Promise<LoadedResult> {
    this.stats.of(query.endpoint).misses += 1;
    const trace = this.beginTrace(query, origin);
    return this.runner.run(query, origin, { signal, trace, progress: origin.slow?.progress });
  }

  private joins(query: BoundQuery, origin: RunOrigin): boolean {
    return isClients(origin) && this.isLoading(query, origin.slow);
  }

  /** Joins or starts a run. A request that waits for another one's run gets a link to it in its trace. */
  private async share(query: BoundQuery, origin: RunOrigin, signal: AbortSignal): Promise<LoadedResult> {
    const joins = this.joins(query, origin);
    const link = (run: SpanRef | undefined) => {
      if (joins && run) origin.request?.trace?.joined(run);
    };
    let loaded: LoadedResult;
    try {
      loaded = await this.join(query, origin, signal);
    } catch (error) {
      link(this.failedRuns.get(error as Error));
      const usedUpBy = this.usedUp.get(error as Error);
      // The budget or share that is used up is that of the key whose call started the run; this caller's may have some left.
      if (usedUpBy === undefined || usedUpBy === origin.caller) throw error;
      return this.share(query, origin, signal);
    }
    link(loaded.result.run);
    // A forced call may have joined clients that were given a cached result.
    return origin.forced && loaded.engineMs === undefined ? this.share(query, origin, signal) : loaded;
  }

  private beginTrace({ endpoint, cacheKey, sandboxSql }: BoundQuery, origin: RunOrigin): RunTrace | undefined {
    const { cause, request } = origin;
    return this.traces.beginRun({
      endpoint: endpoint.name,
      cause,
      isSandboxed: sandboxSql !== undefined,
      request: request?.trace,
      previous: isClients(origin) ? undefined : this.cache.memory.peek(cacheKey)?.run,
    });
  }

  private join(query: BoundQuery, origin: RunOrigin, signal: AbortSignal): Promise<LoadedResult> {
    const { forced = false, slow } = origin;
    const isClient = isClients(origin);
    const name = sharedRunOf(query, slow);
    const progress = this.progress.get(name) ?? new RunProgress();
    slow?.progress.follow(progress);
    return this.runs.join(name, { signal, isUrgent: isClient }, async (waiters) => {
      const adopted = isClient && !forced && (await this.adopt(query, origin, query.endpoint.cachingSeconds));
      if (adopted) return { result: adopted };
      this.progress.set(name, progress);
      try {
        return await this.run(query, origin, waiters, progress);
      } finally {
        if (this.progress.get(name) === progress) this.progress.delete(name);
      }
    });
  }

  private async run(
    query: BoundQuery,
    origin: RunOrigin,
    waiters: Waiters,
    progress: RunProgress,
  ): Promise<LoadedResult> {
    const { endpoint, cacheKey } = query;
    const { caller } = origin;
    const name = sharedRunOf(query, origin.slow);
    const chargedTo = this.keyToCharge(query, origin);
    // Looked up before the run, so that a change during the run counts as one after its result.
    const tables = await this.verification.look(query);
    const same = origin.forced ? undefined : verified(this.cache.memory.peek(cacheKey), tables);
    if (same) {
      this.stats.verified(endpoint, same);
      await this.keep(query, same);
      return { result: same };
    }
    this.backoff.refuse(name);
    this.stats.of(endpoint)[isClients(origin) ? 'misses' : 'refreshes'] += 1;
    const trace = this.beginTrace(query, origin);
    const span = trace && isSampled(trace) ? refOf(trace) : undefined;
    try {
      const run: RunResult = await this.runner.run(query, origin, { ...waiters, trace, progress });
      this.backoff.succeeded(name);
      // Dated at the end of the run: until now clients were given the rows of before.
      const modifiedAt = this.modifiedAt(query, run.result, this.clock());
      const known = { modifiedAt, ...(tables && { tables: tables.state }), ...(span && { run: span }) };
      const result = { ...run.result, chargedTo, isAhead: !isClients(origin), ...known };
      if (isKept(query, result)) await this.keep(query, result);
      return { ...run, result };
    } catch (error) {
      if (!waiters.signal.aborted && repeats(error)) this.backoff.failed(name, error);
      if (span && error instanceof Error) this.failedRuns.set(error, span);
      if (error instanceof QuernError && USED_UP.has(error.code) && error.isCallersOwn) this.usedUp.set(error, caller);
      throw error;
    }
  }

  /**
   * The date of a change. Other rows never have the date of those before, which counts in seconds: two runs may end within one, and clocks
   * are turned back.
   */
  private modifiedAt({ cacheKey }: BoundQuery, { hash }: CachedResult, at: number): number {
    const before = this.cache.memory.peek(cacheKey);
    if (before?.modifiedAt === undefined) return at;
    return before.hash === hash ? before.modifiedAt : Math.max(at, before.modifiedAt + 1000);
  }

  /** The key that a result is charged to: the one whose call it is made for. A refresh leaves it with the key of before. */
  private keyToCharge({ cacheKey }: BoundQuery, origin: RunOrigin): string | undefined {
    const before = isClients(origin) ? undefined : this.cache.memory.peek(cacheKey);
    return before ? before.chargedTo : origin.chargedTo;
  }

  private async keep(query: BoundQuery, result: CachedResult): Promise<void> {
    await this.cache.set(query.cacheKey, result, this.keepSeconds(query, result));
    this.notifyFilled(query, result);
  }

  private keepSeconds({ endpoint }: BoundQuery, result: CachedResult): number {
    const age = ageOf(result, this.clock());
    const beyond = Math.max(endpoint.staleIfErrorSeconds ?? 0, result.tables !== undefined ? VERIFIABLE_SECONDS : 0);
    return (endpoint.cachingSeconds ?? 0) + beyond - age;
  }

  /** Reports a result, unless the cache did not keep it, since it was too large or too old already. */
  private notifyFilled(query: BoundQuery, result: CachedResult): void {
    if (this.cache.memory.peek(query.cacheKey)) this.events.emit('filled', query, result);
  }
}

/** Errors of a run that is beyond its key's own budget or share; others may still run the same. */
const USED_UP: ReadonlySet<string> = new Set(['budget_exhausted', 'engine_busy']);

/** Whether a run a moment later would most likely fail alike. A full queue is Quern's own, and empties by itself. */
function repeats(error: unknown): boolean {
  return !(error instanceof QuernError) || (error.status >= 500 && error.code !== 'engine_busy');
}

function isKept({ sandboxSql }: BoundQuery, { body }: CachedResult): boolean {
  return sandboxSql === undefined || body.length <= MAX_KEPT_SANDBOX_BYTES;
}
