import { setMaxListeners } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Budgets } from '../budgets/budgets.service.js';
import { type CachedResult } from '../cache/cached-result.js';
import { ageOf, ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { ExpiryQueue } from '../cache/expiry-queue.js';
import { Engine } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { RequestedResults } from '../execution/requested-results.service.js';
import { type BoundQuery, boundQuery, boundQueryOf, endpointIdOf } from '../execution/bound-query.js';
import { ResultLoader } from '../execution/result-loader.service.js';
import { isOfEarlierCalls, isWithin, type Span } from '../parameters/time-of-call.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { type ExpectedResult, ExpectedResults } from './expected-results.service.js';
import { refreshAge, refreshAt, refreshWorth } from './refresh-rule.js';
import { Limiter } from './limiter.js';
import { refreshForAll } from './refresher.js';
import { type CallParameters } from '../parameters/query-string.js';

const TICK_MS = 1000;

/** After how long a refresh is tried again that failed for another reason than its query, such as a full queue. */
const RETRY_MS = 1000;

/** After how long to look again at what another replica is refreshing. */
const LEASED_ELSEWHERE_MS = 2000;

/** How far a clock may go back when it is set right, without everything being planned anew. */
const TURNED_BACK_SECONDS = 5;

/** Pause before a refresh that its budget did not allow is tried again. */
const LEFT_OUT_MS = 10_000;

/** A set of parameters under `warm:`, and the key of its query. */
interface ListedSet {
  readonly endpoint: Endpoint;
  readonly set: CallParameters;
  readonly key: string;
  /** When its key is this one, where it leaves a `default: now` out. */
  readonly during: Span | undefined;
}

/**
 * Refreshes what clients keep asking for before it is too old, so that none of them waits. Only a result that a client has
 * asked for since it was made is refreshed, or that is asked for at this time day by day: most runs would otherwise be spent
 * on results that nobody comes back for, and whoever does finds the old one until it expires. One timer serves all entries.
 */
@Injectable()
export class Warming implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Warming');
  /** When each key is to be refreshed, in seconds since the epoch. */
  private readonly planned = new Map<string, number>();
  private readonly queue = new ExpiryQueue();
  private readonly limiter: Limiter;
  private listed: ListedSet[] = [];
  /** The queries of the listed sets; they stay warm whether or not anyone asks. */
  private readonly pinned = new Map<string, BoundQuery>();
  /** Keys of listed sets whose values the query cannot use, which the log has already named. */
  private readonly unusable = new Set<string>();
  private readonly stopping = new AbortController();
  /** In seconds since the epoch. */
  private lastTick = 0;

  constructor(
    private readonly loader: ResultLoader,
    requested: RequestedResults,
    private readonly expected: ExpectedResults,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    private readonly stats: EndpointStats,
    private readonly budgets: Budgets,
    @Inject(Engine) engine: Engine,
    @Inject(Settings) settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    // One slot of the engine is always left to clients.
    this.limiter = new Limiter(Math.max(1, Math.min(settings.warmingConcurrency, engine.slots - 1)));
    // Each refresh adds a listener, and there may be hundreds at once.
    setMaxListeners(0, this.stopping.signal);
    loader.events.on('filled', (query, result) => {
      this.unusable.delete(query.cacheKey);
      if (this.pinned.has(query.cacheKey)) this.planRefresh(query, result);
    });
    // Sandbox SQL is never refreshed: many texts of callers would take the slots from what the operator's files keep warm.
    requested.events.on('first', (query, result) => {
      if (query.sandboxSql === undefined) this.planRefresh(query, result);
    });
    // A result that has left the cache is not refreshed, unless a file lists it.
    cache.memory.onGone((key) => {
      if (!this.pinned.has(key)) this.unplan(key);
    });
  }

  onApplicationBootstrap(): void {
    this.pin(this.registry.list().map(({ endpoint }) => endpoint));
    this.registry.events.on('change', ({ retired, added }) => {
      this.unpin(new Set(retired));
      this.pin(added);
    });
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }

  /** Ends the refreshes that run, and starts no more. */
  stop(): void {
    this.stopping.abort(new Error('the service is stopping'));
  }

  /** Starts the refreshes that are due. */
  @Interval('warming', TICK_MS)
  tick(): void {
    const now = Math.floor(this.clock() / 1000);
    // After the clock was turned back, all plans are far off, while the cached results count as too old to be served.
    if (now < this.lastTick - TURNED_BACK_SECONDS) for (const key of [...this.planned.keys()]) this.plan(key, now);
    this.lastTick = now;
    this.moveOn(now * 1000);
    const expected = this.expected.takeDue().filter((key) => !this.pinned.has(key));
    for (const key of new Set([...this.queue.takeDue(now), ...expected])) {
      this.unplan(key);
      this.refresh(key);
    }
    this.cache.memory.dropExpired();
  }

  /** When a key is to be refreshed next, in seconds since the epoch; for the listing. */
  nextRefresh(cacheKey: string): number | undefined {
    return this.planned.get(cacheKey);
  }

  private pin(endpoints: readonly Endpoint[]): void {
    for (const endpoint of endpoints) {
      for (const set of endpoint.warm) this.pinSet(endpoint, set);
    }
  }

  private pinSet(endpoint: Endpoint, set: CallParameters, isUnusable = false): void {
    const { values, ofNow } = bindParameters(endpoint.parameters, set, undefined, { now: new Date(this.clock()) });
    const query = boundQuery(endpoint, values);
    const isPinned = this.pinned.has(query.cacheKey);
    this.pinned.set(query.cacheKey, query);
    this.listed.push({ endpoint, set, key: query.cacheKey, during: ofNow });
    if (isUnusable) this.unusable.add(query.cacheKey);
    if (isPinned) return;
    // A change of keys that do not affect the answer leaves the old result in the cache.
    const result = this.cache.memory.peek(query.cacheKey);
    if (result) this.planRefresh(query, result);
    else this.refresh(query.cacheKey);
  }

  /** Warms the values of now where `default: now` has moved on, instead of those before. */
  private moveOn(now: number): void {
    const due = this.listed.filter(({ during }) => during && !isWithin(now, during));
    if (due.length === 0) return;
    this.listed = this.listed.filter((each) => !due.includes(each));
    for (const { endpoint, set, key } of due) {
      const isUnusable = this.unusable.has(key);
      // Another set may have the key as well.
      if (!this.listed.some((other) => other.key === key)) this.forget(key);
      this.pinSet(endpoint, set, isUnusable);
    }
  }

  private unpin(endpoints: ReadonlySet<Endpoint>): void {
    this.listed = this.listed.filter(({ endpoint }) => !endpoints.has(endpoint));
    for (const [key, { endpoint }] of this.pinned) {
      if (!endpoints.has(endpoint)) continue;
      this.forget(key);
      if (!this.cache.memory.peek(key)) this.unplan(key);
    }
  }

  private forget(key: string): void {
    this.pinned.delete(key);
    this.unusable.delete(key);
  }

  /** The query of a key that a file lists, or whose result a client has asked for since it was made. */
  private wanted(key: string): BoundQuery | undefined {
    const pinned = this.pinned.get(key);
    if (pinned) return pinned;
    const endpoint = this.registry.byIdIfServed(endpointIdOf(key));
    const isAskedFor = (this.cache.memory.peek(key)?.requests ?? 0) > 0;
    const query = endpoint && isAskedFor ? boundQueryOf(endpoint, key) : undefined;
    const time = new Date(this.clock());
    // A call that leaves the time out asks for another result by now.
    const isPast = query?.values.some(({ declaration, value }) => isOfEarlierCalls(declaration, value, time));
    return isPast ? undefined : query;
  }

  /** Finds the expectation of a result; none counts for sets of a file, which are kept whether or not anyone is expected. */
  private expectation(key: string): ExpectedResult | undefined {
    return this.pinned.has(key) ? undefined : this.expected.find(key);
  }

  private worthOf(key: string): number {
    const expected = this.expectation(key);
    const result = expected ? { ...expected.made, requests: expected.chance } : this.cache.memory.peek(key);
    return refreshWorth(result, this.pinned.has(key));
  }

  private refresh(key: string): void {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    this.limiter.run(async () => {
      // Looked up when the refresh begins: until then the result may have been made anew for a client, or have expired.
      const expected = this.expectation(key);
      const query = expected?.query ?? this.wanted(key);
      if (!query) return;
      // Whether tables have changed is found out for nothing, and the run behind it is charged like any.
      const { endpoint } = query;
      const last = this.cache.memory.peek(key) ?? expected?.made;
      if (!endpoint.refreshOnChange && !this.budgets.allowRefresh(endpoint, last?.cost)) {
        this.postpone(query, expected);
        return;
      }
      try {
        const done = await refreshForAll({ cache: this.cache, loader: this.loader }, query, signal, last);
        if (!done) this.plan(key, Math.ceil((this.clock() + LEASED_ELSEWHERE_MS) / 1000));
        else if (expected) {
          this.stats.of(endpoint).expected += 1;
          this.expected.made(key);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof QuernError && error.code === 'budget_exhausted') {
          this.postpone(query, expected);
          return;
        }
        if (error instanceof QuernError && error.status < 500) {
          this.leave(query, error);
          return;
        }
        // The runner has logged and counted the failure. The old rows stay until they expire, and the refresh is tried again.
        this.logger.warn(`${query.endpoint.name}: could not be refreshed; the rows that are there stay`, {
          endpoint: query.endpoint.name,
          cause: 'warming',
        });
        const at = this.loader.retryAt(query) ?? this.clock() + RETRY_MS;
        this.plan(key, Math.ceil(at / 1000));
      }
    }, this.worthOf(key));
  }

  /**
   * A budget has nothing left for it now: it waits for as long as its result may be served, and is left out then. What is only expected to be
   * asked for is looked at again a few minutes later in any case.
   */
  private postpone(query: BoundQuery, expected: ExpectedResult | undefined): void {
    if (expected) return;
    const { endpoint, cacheKey } = query;
    const next = this.clock() + LEFT_OUT_MS;
    const result = this.cache.memory.peek(cacheKey);
    const isOver = !result || ageOf(result, next) >= (endpoint.cachingSeconds ?? 0);
    if (!isOver) {
      this.plan(cacheKey, Math.ceil(next / 1000));
      return;
    }
    this.stats.of(endpoint).leftOut += 1;
    if (this.pinned.has(cacheKey)) this.planLater(query);
  }

  /**
   * The query cannot work with these values. What clients ask for is theirs, and is not refreshed until it is asked for again; a set
   * that a file lists is tried no more often than it would be refreshed, since data may change what it can work with.
   */
  private leave(query: BoundQuery, { detail }: QuernError): void {
    const { cacheKey, endpoint } = query;
    this.expected.forget(cacheKey);
    if (!this.pinned.has(cacheKey)) return;
    if (!this.unusable.has(cacheKey))
      this.logger.warn(`${endpoint.name}: a set under \`warm\` is not filled: ${detail}`);
    this.unusable.add(cacheKey);
    this.planLater(query);
  }

  /** Plans the next try as though a result had been made now. */
  private planLater(query: BoundQuery): void {
    const seconds = this.refreshAge(query) ?? 0;
    this.plan(query.cacheKey, Math.ceil(this.clock() / 1000 + seconds));
  }

  private planRefresh(query: BoundQuery, result: CachedResult): void {
    const seconds = this.refreshAge(query);
    if (seconds !== undefined) this.plan(query.cacheKey, refreshAt(result, seconds));
  }

  private plan(key: string, second: number): void {
    this.unplan(key);
    this.planned.set(key, second);
    this.queue.put(key, second);
  }

  private unplan(key: string): void {
    const second = this.planned.get(key);
    if (second === undefined) return;
    this.planned.delete(key);
    this.queue.remove(key, second);
  }

  private refreshAge({ endpoint, cacheKey }: BoundQuery): number | undefined {
    return refreshAge(endpoint, this.pinned.has(cacheKey));
  }
}
