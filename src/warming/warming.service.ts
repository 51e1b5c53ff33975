import { setMaxListeners } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type CachedResult } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { Agenda } from '../cache/expiry-queue.js';
import { Engine } from '../engines/engine.js';
import { type BoundQuery, boundQuery, boundQueryOf, endpointIdOf } from '../execution/bound-query.js';
import { Executor } from '../execution/executor.service.js';
import { FreshResults } from '../execution/result-loader.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';
import { Lanes } from './limiter.js';

const TICK_MS = 1000;

/** Results filled together are not to be refreshed together: each comes up to this share of its time earlier. */
const JITTER = 0.05;

/** When a refresh that failed for no fault of its query, such as a full queue, is tried again. */
const RETRY_MS = 1000;

/** When to look again for what another replica is refreshing. */
const ELSEWHERE_MS = 2000;

/** A clock that is set right may go back a little. */
const TURNED_BACK_SECONDS = 5;

/** The share of `caching` after which a listed set is refreshed at the latest. */
const LAST_MOMENT = 0.9;

/**
 * Runs what clients keep asking for again before it is too old, so that none of them waits. A result is made anew when a
 * client has asked for it since it was made: one that nobody asks for is good for whoever comes back until it expires, and
 * making it anew for nobody is what most runs would be spent on. One timer serves all entries; a refresh is a run like any
 * other, but for nobody's account.
 */
@Injectable()
export class Warming implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Warming');
  /** For when each key is planned, in seconds since the epoch. */
  private readonly planned = new Map<string, number>();
  private readonly agenda = new Agenda((key, second) => this.planned.get(key) === second);
  private readonly lanes: Lanes;
  /** The parameter sets that files list under `warm:`; they stay warm whether or not anyone asks. */
  private readonly pinned = new Map<string, BoundQuery>();
  private readonly stopping = new AbortController();
  /** In seconds since the epoch. */
  private lastTick = 0;

  constructor(
    private readonly executor: Executor,
    private readonly fresh: FreshResults,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Engine) engine: Engine,
    @Inject(Settings) settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    // One slot is always left to those who wait.
    this.lanes = new Lanes(Math.max(1, Math.min(settings.warmingConcurrency, engine.slots - 1)));
    // Each of the refreshes listens, and there may be hundreds of them.
    setMaxListeners(0, this.stopping.signal);
    fresh.onFilled((query, result) => {
      if (this.pinned.has(query.cacheKey)) this.planRefresh(query, result);
    });
    // SQL of a caller's own is run for whoever sends it: many of them would take the lanes from what the operator's files keep warm.
    executor.onAsked((query, result) => {
      if (query.callerSql === undefined) this.planRefresh(query, result);
    });
    // What is cached no more is not refreshed, and nothing of it is kept.
    cache.onGone((key) => {
      if (!this.pinned.has(key)) this.planned.delete(key);
    });
  }

  onApplicationBootstrap(): void {
    this.pin(this.registry.list().map(({ endpoint }) => endpoint));
    this.registry.onChange(({ retired, added }) => {
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
    const now = Math.floor(this.clock().getTime() / 1000);
    // By a clock that has been turned back what is planned is far off, and what is cached is not served any more.
    if (now < this.lastTick - TURNED_BACK_SECONDS) for (const key of this.planned.keys()) this.plan(key, now);
    this.lastTick = now;
    for (const key of this.agenda.takeDue(now)) {
      this.planned.delete(key);
      this.refresh(key);
    }
    this.cache.dropExpired();
  }

  /** When a key is to be refreshed next, in seconds since the epoch; for the listing. */
  nextRefresh(cacheKey: string): number | undefined {
    return this.planned.get(cacheKey);
  }

  private pin(endpoints: readonly Endpoint[]): void {
    for (const endpoint of endpoints) {
      for (const set of endpoint.warm) {
        const query = boundQuery(endpoint, bindParameters(endpoint.parameters, set).values);
        this.pinned.set(query.cacheKey, query);
        // It is there already where the file has changed in nothing that decides what is answered.
        const result = this.cache.peek(query.cacheKey);
        if (result) this.planRefresh(query, result);
        else this.refresh(query.cacheKey);
      }
    }
  }

  private unpin(endpoints: ReadonlySet<Endpoint>): void {
    for (const [key, { endpoint }] of this.pinned) {
      if (!endpoints.has(endpoint)) continue;
      this.pinned.delete(key);
      if (!this.cache.peek(key)) this.planned.delete(key);
    }
  }

  /** The query of a key that a file lists, or whose result a client has asked for since it was made. */
  private wanted(key: string): BoundQuery | undefined {
    const pinned = this.pinned.get(key);
    if (pinned) return pinned;
    const endpoint = this.registry.byIdIfServed(endpointIdOf(key));
    return endpoint && this.cache.peek(key)?.asked ? boundQueryOf(endpoint, key) : undefined;
  }

  private refresh(key: string): void {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    this.lanes.run(async () => {
      // Asked when its turn has come: by then it may have been made anew for a client, or have expired.
      const query = this.wanted(key);
      if (!query) return;
      try {
        const done = await this.executor.refresh(query, signal);
        if (!done) this.plan(key, Math.ceil((this.clock().getTime() + ELSEWHERE_MS) / 1000));
      } catch {
        if (signal.aborted) return;
        // The runner has logged and counted it. The good rows stay until their own age ends; until then, once more.
        this.logger.warn(`${query.endpoint.name}: could not be refreshed; the rows that are there stay`);
        const at = this.fresh.retryAt(query) ?? this.clock().getTime() + RETRY_MS;
        this.plan(key, Math.ceil(at / 1000));
      }
    });
  }

  private planRefresh(query: BoundQuery, { createdAt }: CachedResult): void {
    const seconds = this.secondsUntilRefresh(query);
    if (seconds === undefined) return;
    this.plan(query.cacheKey, Math.floor(createdAt / 1000 + seconds * (1 - Math.random() * JITTER)));
  }

  private plan(key: string, second: number): void {
    this.planned.set(key, second);
    this.agenda.put(key, second);
  }

  /** A listed set stays warm also where the file names no time: it is run again shortly before it expires. */
  private secondsUntilRefresh({ endpoint, cacheKey }: BoundQuery): number | undefined {
    if (endpoint.cacheWarmingSeconds !== undefined || !this.pinned.has(cacheKey)) return endpoint.cacheWarmingSeconds;
    return (endpoint.cachingSeconds ?? 0) * LAST_MOMENT;
  }
}
