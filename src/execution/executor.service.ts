import { Inject, Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { type Key } from '../access/key.js';
import { type CachedResult } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { type Endpoint } from '../registry/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { type BoundQuery, boundQuery, endpointIdOf } from './bound-query.js';
import { Figures } from './figures.service.js';
import { Flights } from './flights.js';
import { Runner } from './runner.service.js';

/** One call of an endpoint, wherever it comes from. */
export interface Call {
  readonly key: Key;
  /** Id or name. */
  readonly endpoint: string;
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Undeclared parameters are errors instead of being ignored (RFC 7240, `Prefer: handling=strict`). */
  readonly strict: boolean;
  readonly signal: AbortSignal;
}

/** Where an answer came from. */
export type CacheOutcome = 'hit' | 'miss' | 'joined' | 'stale' | 'disabled';

export interface Answer {
  readonly endpoint: Endpoint;
  readonly result: CachedResult;
  readonly outcome: CacheOutcome;
  /** Seconds since the engine was asked. */
  readonly ageSeconds: number;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
}

/** The stages of a call in their order: registry, access, parameters, cache, engine. */
@Injectable()
export class Executor {
  private readonly flights = new Flights<CachedResult>();
  private readonly filled = new Set<(query: BoundQuery, result: CachedResult) => void>();

  constructor(
    private readonly registry: Registry,
    private readonly access: AccessService,
    private readonly cache: ResultCache,
    private readonly runner: Runner,
    private readonly figures: Figures,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    cache.onGone((key, evicted) => {
      if (evicted) this.figures.of({ id: endpointIdOf(key) }).evictions += 1;
    });
  }

  async execute(call: Call): Promise<Answer> {
    const { endpoint } = this.registry.find(call.endpoint);
    this.access.authorize(call.key, endpoint);
    refuseSandboxSql(endpoint, call);
    const { values, ignored } = bindParameters(endpoint.parameters, call.parameters, call.key.bind, call);
    const query = boundQuery(endpoint, values);
    const { result, outcome } = this.fromCache(query) ?? (await this.fromEngine(query, call));
    return { endpoint, result, outcome, ageSeconds: this.ageSeconds(result), ignored };
  }

  /** Runs a query again before its result is too old, whether or not one is cached. */
  async refresh(query: BoundQuery, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.figures.of(query.endpoint).refreshes += 1;
    await this.share(query, 'warming', signal);
  }

  /** Tells whenever a result has been put into the cache. */
  onFilled(listener: (query: BoundQuery, result: CachedResult) => void): void {
    this.filled.add(listener);
  }

  private fromCache(query: BoundQuery): { result: CachedResult; outcome: CacheOutcome } | undefined {
    const { endpoint, cacheKey } = query;
    if (endpoint.cachingSeconds === undefined) return undefined;
    const result = this.cache.use(cacheKey);
    if (!result || this.ageSeconds(result) >= endpoint.cachingSeconds) return undefined;
    result.lastRequestedAt = this.clock().getTime();
    this.figures.of(endpoint).hits += 1;
    return { result, outcome: 'hit' };
  }

  private async fromEngine(query: BoundQuery, call: Call): Promise<{ result: CachedResult; outcome: CacheOutcome }> {
    const { endpoint, cacheKey } = query;
    const figures = this.figures.of(endpoint);
    if (endpoint.cachingSeconds === undefined) {
      figures.misses += 1;
      return { result: await this.runner.run(query, call.key.id, call.signal), outcome: 'disabled' };
    }
    const outcome = this.flights.has(cacheKey) ? 'joined' : 'miss';
    figures[outcome === 'joined' ? 'joined' : 'misses'] += 1;
    try {
      const result = await this.share(query, call.key.id, call.signal);
      result.lastRequestedAt = this.clock().getTime();
      return { result, outcome };
    } catch (error) {
      const result = this.staleResult(query, error);
      if (!result) throw error;
      figures.staleServed += 1;
      return { result, outcome: 'stale' };
    }
  }

  /** One run per key at a time, whoever waits for it; its result is in the cache before anybody has it. */
  private share(query: BoundQuery, keyId: string, signal: AbortSignal): Promise<CachedResult> {
    return this.flights.join(query.cacheKey, signal, async (flightSignal) => {
      const { endpoint, cacheKey } = query;
      const before = this.cache.peek(cacheKey);
      const result = await this.runner.run(query, keyId, flightSignal);
      // A refresh is nobody's request: what nobody asks for any more is to expire in the end.
      if (before) result.lastRequestedAt = before.lastRequestedAt;
      const keepSeconds = (endpoint.cachingSeconds ?? 0) + (endpoint.staleIfErrorSeconds ?? 0);
      await this.cache.set(cacheKey, result, keepSeconds - this.ageSeconds(result));
      // It may have been too large, or too old already, to be kept.
      if (this.cache.peek(cacheKey)) for (const listener of this.filled) listener(query, result);
      return result;
    });
  }

  /** `stale_if_error`: an old answer instead of an engine's failure, where the file allows it. */
  private staleResult({ endpoint, cacheKey }: BoundQuery, error: unknown): CachedResult | undefined {
    if (endpoint.staleIfErrorSeconds === undefined || !(error instanceof QuernError) || error.status < 500) {
      return undefined;
    }
    const limit = (endpoint.cachingSeconds ?? 0) + endpoint.staleIfErrorSeconds;
    const result = this.cache.peek(cacheKey);
    return result && this.ageSeconds(result) < limit ? result : undefined;
  }

  private ageSeconds(result: CachedResult): number {
    return Math.max(0, (this.clock().getTime() - result.createdAt) / 1000);
  }
}

/** `sql` is how a sandboxed endpoint is given SQL; elsewhere it is a mistake that must not pass for an answer. */
function refuseSandboxSql(endpoint: Endpoint, call: Call): void {
  if (endpoint.sandboxing || !call.parameters.has('sql')) return;
  const detail = '`sql` can be sent to sandboxed endpoints only, and this one is not; leave it out.';
  throw new QuernError('invalid_parameters', detail, { errors: [{ parameter: 'sql', detail }] });
}
