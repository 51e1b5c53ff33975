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
import { type BoundQuery, boundQuery } from '../execution/bound-query.js';
import { Executor } from '../execution/executor.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { Registry } from '../registry/registry.service.js';
import { Agenda } from './agenda.js';
import { Lanes } from './lanes.js';

const TICK_MS = 1000;

/** Results filled together are not to be refreshed together: each comes up to this share of its time earlier. */
const JITTER = 0.05;

/** The share of `caching` after which a listed set is refreshed at the latest. */
const LAST_MOMENT = 0.9;

/**
 * Runs what clients keep asking for again before it is too old, so that none of them waits. One timer serves all
 * entries; a refresh is a run like any other, but for nobody's account.
 */
@Injectable()
export class Warming implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Warming');
  private readonly agenda = new Agenda<BoundQuery>();
  private readonly lanes: Lanes;
  /** Keys of the parameter sets that files list under `warm:`; they stay warm whether or not anyone asks. */
  private readonly pinned = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly executor: Executor,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Settings) settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.lanes = new Lanes(settings.warmingConcurrency);
    executor.onFilled((query, result) => {
      this.plan(query, result.createdAt);
    });
    // What is cached no more is not refreshed, and nothing of it is kept.
    cache.onGone((key) => {
      if (!this.pinned.has(key)) this.agenda.remove(key);
    });
  }

  onApplicationBootstrap(): void {
    for (const { endpoint } of this.registry.list()) {
      for (const set of endpoint.warm) {
        const query = boundQuery(endpoint, bindParameters(endpoint.parameters, set).values);
        this.pinned.add(query.cacheKey);
        this.refresh(query);
      }
    }
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
    for (const [key, query] of this.agenda.takeDue(this.nowSeconds())) {
      const result = this.cache.peek(key);
      if (this.pinned.has(key) || (result && this.isWanted(query, result))) this.refresh(query);
    }
  }

  /** When a key is to be refreshed next, in seconds since the epoch; for the listing. */
  nextRefresh(cacheKey: string): number | undefined {
    return this.agenda.when(cacheKey);
  }

  /** A client asked for it within the last `caching` seconds. */
  private isWanted({ endpoint }: BoundQuery, result: CachedResult): boolean {
    const idleSeconds = (this.clock().getTime() - result.lastRequestedAt) / 1000;
    return idleSeconds <= (endpoint.cachingSeconds ?? 0);
  }

  private refresh(query: BoundQuery): void {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    this.lanes.run(async () => {
      try {
        await this.executor.refresh(query, signal);
      } catch {
        if (signal.aborted) return;
        // The runner has logged and counted it. The good rows stay until their own age ends; until then, once more.
        this.logger.warn(`${query.endpoint.name}: could not be refreshed; the rows that are there stay`);
        this.plan(query, this.clock().getTime());
      }
    });
  }

  /** `from` in milliseconds since the epoch. */
  private plan(query: BoundQuery, from: number): void {
    const seconds = this.secondsUntilRefresh(query);
    if (seconds === undefined) return;
    this.agenda.put(query.cacheKey, query, Math.floor(from / 1000 + seconds * (1 - Math.random() * JITTER)));
  }

  /** A listed set stays warm also where the file names no time: it is run again shortly before it expires. */
  private secondsUntilRefresh({ endpoint, cacheKey }: BoundQuery): number | undefined {
    if (endpoint.cacheWarmingSeconds !== undefined || !this.pinned.has(cacheKey)) return endpoint.cacheWarmingSeconds;
    return (endpoint.cachingSeconds ?? 0) * LAST_MOMENT;
  }

  private nowSeconds(): number {
    return Math.floor(this.clock().getTime() / 1000);
  }
}
