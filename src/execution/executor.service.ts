import { Inject, Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { mayForceRuns } from '../access/key.js';
import { ageOf, type CachedResult, isYounger } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';
import { ConcurrentCalls } from '../limits/concurrent-calls.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { Registry } from '../registry/registry.service.js';
import { normalSql } from '../googlesql/tokens/normal-sql.js';
import { type Answer, type CacheOutcome } from './answer.js';
import { type BoundQuery, boundQuery, endpointIdOf } from './bound-query.js';
import { inPlaceOf, takeCallerSql } from './sandbox-sql.js';
import { type Call, type PreparedCall } from './call.js';
import { type CacheDirectives, NO_DIRECTIVES } from './cache-directives.js';
import { Figures } from './endpoint-stats.service.js';
import { FreshResults, type ResultListener, WARMING } from './result-loader.service.js';
import { Figures } from './figures.service.js';
import { FreshResults, type ResultListener } from './fresh-results.service.js';
import { Runner } from './runner.service.js';
import { VisibleEndpoints } from './visible-endpoints.service.js';

/** The stages of a call in their order: registry, access, parameters (`prepare`), cache (`recall`), engine (`answer`). */
@Injectable()
export class Executor {
  private readonly asked = new Set<ResultListener>();

  constructor(
    private readonly registry: Registry,
    private readonly visible: VisibleEndpoints,
    private readonly access: AccessService,
    private readonly cache: ResultCache,
    private readonly fresh: FreshResults,
    private readonly runner: Runner,
    private readonly figures: Figures,
    private readonly concurrent: ConcurrentCalls,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    cache.onGone((key, evicted) => {
      if (evicted) this.figures.of({ id: endpointIdOf(key) }).evictions += 1;
    });
  }

  async execute(call: Call, signal: AbortSignal): Promise<Answer> {
    return this.answer(this.prepare(call), NO_DIRECTIVES, signal);
  }

  /** @throws QuernError `endpoint_not_found`, `forbidden`, `invalid_parameters`, `invalid_sql` */
  prepare(call: Call): PreparedCall {
    const endpoint = this.visible.find(call.key, call.endpoint);
    this.access.requireBindings(call.key, endpoint);
    const { callerSql, others } = takeCallerSql(endpoint, call.parameters);
    const { values, ignored } = bindParameters(endpoint.parameters, others, call.key.bind, call);
    // One entry of the cache for all spellings; the places that are told to the caller are those of his own.
    const query = boundQuery(endpoint, values, callerSql && normalSql(callerSql.text));
    return { key: call.key, query, ignored, callerSql: callerSql?.written };
  }

  /** Whether a call that was prepared earlier would be prepared alike now. */
  isCurrent({ query }: PreparedCall): boolean {
    return this.registry.serves(query.endpoint);
  }

  /** The answer that is in memory, at once; undefined where the engine has to be asked. */
  recall(call: PreparedCall, directives: CacheDirectives): Answer | undefined {
    const { endpoint, cacheKey } = call.query;
    if (endpoint.cachingSeconds === undefined || isForced(call, directives)) return undefined;
    const result = this.cache.use(cacheKey);
    if (!result) return undefined;
    const now = this.clock().getTime();
    if (!isYounger(result, endpoint.cachingSeconds, now)) return undefined;
    const ageSeconds = ageOf(result, now);
    if (!result.asked) this.markAsked(call.query, result);
    this.figures.hit(endpoint, ageSeconds);
    return {
      endpoint,
      result,
      outcome: 'hit',
      ageSeconds,
      collapsed: false,
      engineMs: undefined,
      stored: true,
      ignored: call.ignored,
    };
  }

  /** @throws QuernError `not_cached`, `too_many_runs`, and whatever a run fails with */
  async answer(call: PreparedCall, directives: CacheDirectives, signal: AbortSignal): Promise<Answer> {
    const recalled = this.recall(call, directives);
    if (recalled) return recalled;
    if (directives.onlyIfCached) {
      throw new QuernError('not_cached', 'There is no fresh result, and the call asked for nothing else.');
    }
    try {
      return await this.concurrent.during(call.key.id, async () => this.ask(call, isForced(call, directives), signal));
    } catch (error) {
      throw inPlaceOf(error, call.query.endpoint, call.callerSql);
    }
  }

  /**
   * Runs a query again before its result is too old, whether or not one is cached. Of several replicas one does it for
   * all; false when another one is at it.
   */
  async refresh(query: BoundQuery, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const { endpoint, cacheKey } = query;
    const sponsor = this.fresh.warming(query);
    const lease = this.cache.sharing && (await this.cache.lease(cacheKey));
    if (lease === 'taken') return false;
    try {
      // Whoever held the lease a moment ago may have done what is due here as well.
      const maxAgeSeconds = endpoint.cacheWarmingSeconds ?? endpoint.cachingSeconds;
      const adopted = lease && (await this.fresh.adopt(query, sponsor, maxAgeSeconds));
      if (!adopted) await this.fresh.obtain(query, sponsor, signal);
      return true;
    } finally {
      await lease?.release();
    }
  }

  /** Tells when a client asks for a result for the first time since it was made. */
  onAsked(listener: ResultListener): void {
    this.asked.add(listener);
  }

  private markAsked(query: BoundQuery, result: CachedResult): void {
    result.asked = true;
    for (const listener of this.asked) listener(query, result);
  }

  private async ask(call: PreparedCall, forced: boolean, signal: AbortSignal): Promise<Answer> {
    const { query, key, ignored } = call;
    const { endpoint, cacheKey } = query;
    const figures = this.figures.of(endpoint);
    const collapsed = this.fresh.isUnderWay(cacheKey);
    const answer = (outcome: CacheOutcome, result: CachedResult, engineMs?: number): Answer => {
      const ageSeconds = ageOf(result, this.clock().getTime());
      const stored = this.cache.peek(cacheKey) === result;
      return { endpoint, result, outcome, ageSeconds, collapsed, engineMs, stored, ignored };
    };
    if (endpoint.cachingSeconds === undefined) {
      figures.misses += 1;
      const { result, engineMs } = await this.runner.run(query, { keyId: key.id, signal });
      return answer('disabled', result, engineMs);
    }
    const outcome = forced ? 'forced' : this.absence(cacheKey);
    if (collapsed) figures.joined += 1;
    try {
      const sponsor = { keyId: key.id, isClient: true, forced, payer: key.id };
      let landing = await this.fresh.obtain(query, sponsor, signal);
      // It had joined others, whom another replica's result was good enough for.
      if (forced && landing.engineMs === undefined) landing = await this.fresh.obtain(query, sponsor, signal);
      const { result, engineMs } = landing;
      if (engineMs !== undefined) return answer(outcome, result, engineMs);
      // Another replica had made it before this client asked.
      if (!result.asked) this.markAsked(query, result);
      const hit = answer('hit', result);
      if (!collapsed) this.figures.hit(endpoint, hit.ageSeconds);
      return hit;
    } catch (error) {
      const result = this.staleResult(query, error);
      if (!result) throw error;
      figures.staleServed += 1;
      return answer('stale', result);
    }
  }

  private absence(cacheKey: string): 'miss' | 'expired' {
    return this.cache.peek(cacheKey) ? 'expired' : 'miss';
  }

  /** `stale_if_error`: an old answer instead of an engine's failure, where the file allows it. */
  private staleResult({ endpoint, cacheKey }: BoundQuery, error: unknown): CachedResult | undefined {
    if (endpoint.staleIfErrorSeconds === undefined || !(error instanceof QuernError) || error.status < 500) {
      return undefined;
    }
    const limit = (endpoint.cachingSeconds ?? 0) + endpoint.staleIfErrorSeconds;
    const result = this.cache.peek(cacheKey);
    return result && isYounger(result, limit, this.clock().getTime()) ? result : undefined;
  }
}

/** `no-cache` makes a run of what could be a hit, so it is heeded only for keys that may cost that much. */
function isForced({ key }: PreparedCall, { noCache }: CacheDirectives): boolean {
  return noCache && mayForceRuns(key);
}
