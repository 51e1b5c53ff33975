import { Inject, Injectable } from '@nestjs/common';
import { ageOf, type CachedResult, isYounger } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';
import { Backoff } from './backoff.js';
import { type BoundQuery } from './bound-query.js';
import { Figures } from './endpoint-stats.service.js';
import { Flights, type Passengers } from './single-flight.js';
import { type Landing, Runner } from './runner.service.js';

export type ResultListener = (query: BoundQuery, result: CachedResult) => void;

/** On whose behalf a result is wanted. */
export interface Sponsor {
  /** For the engine's books. */
  readonly keyId: string;
  readonly isClient: boolean;
  /** Nothing but a run will do. */
  readonly forced: boolean;
  /** The key whose share of the cache the result is a part of, unless it is made anew ahead of time and is still there. */
  readonly payer: string | undefined;
}

/** A result that several wait for; without `engineMs` where another replica has made it. */
export type Obtained = Pick<Landing, 'result'> & Partial<Landing>;

/**
 * Bytes of an answer to SQL of a caller's own up to which it is kept: a thousand rows of a kilobyte. Each text is an entry of its own, which
 * seldom anybody but its writer asks for again; a few of the largest answers would take the memory of all others, and of Redis.
 */
const MOST_OF_CALLERS_SQL = 2 ** 20;

/**
 * Where results come from that are not in memory: from another replica, or from a run, of which there is one per key at a
 * time, whoever waits for it. A result that is kept is in the cache before anybody has it.
 */
@Injectable()
export class FreshResults {
  private readonly flights = new Flights<Obtained>();
  private readonly backoff: Backoff;
  private readonly filled = new Set<ResultListener>();

  constructor(
    private readonly cache: ResultCache,
    private readonly runner: Runner,
    private readonly figures: Figures,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.backoff = new Backoff(clock);
  }

  /**
   * On whose behalf a result is made anew ahead of time. Asked before anything else is waited for: the result may be evicted meanwhile,
   * and would be nobody's then, whom no share binds.
   */
  warming({ cacheKey }: BoundQuery): Sponsor {
    return { keyId: 'warming', isClient: false, forced: true, payer: this.cache.peek(cacheKey)?.chargedTo };
  }

  /** Is somebody waiting for this key already? */
  isUnderWay(cacheKey: string): boolean {
    return this.flights.has(cacheKey);
  }

  /** @throws QuernError `backing_off`, and whatever the run fails with; the signal's reason once it is aborted */
  obtain(query: BoundQuery, sponsor: Sponsor, signal: AbortSignal): Promise<Obtained> {
    const { isClient, forced } = sponsor;
    return this.flights.join(query.cacheKey, { signal, isUrgent: isClient }, async (flight) => {
      const adopted = isClient && !forced && (await this.adopt(query, sponsor, query.endpoint.cachingSeconds));
      return adopted ? { result: adopted } : this.run(query, sponsor, flight);
    });
  }

  /** Takes over a result that another replica has made, if it is newer than our own and younger than so many seconds. */
  async adopt(query: BoundQuery, sponsor: Sponsor, maxAgeSeconds = 0): Promise<CachedResult | undefined> {
    if (!this.cache.sharing) return undefined;
    const { endpoint, cacheKey } = query;
    const chargedTo = this.payer(query, sponsor);
    const fetched = await this.cache.fetch(cacheKey);
    const isNewer = fetched && fetched.createdAt > (this.cache.peek(cacheKey)?.createdAt ?? 0);
    if (!isNewer || !isYounger(fetched, maxAgeSeconds, this.clock().getTime())) return undefined;
    const result = { ...fetched, chargedTo };
    this.cache.adopt(cacheKey, result, this.keepSeconds(query, result));
    this.figures.of(endpoint).adopted += 1;
    this.tell(query, result);
    return result;
  }

  /** When a query that keeps failing may be run again, in milliseconds since the epoch; undefined when at once. */
  retryAt(query: BoundQuery): number | undefined {
    return this.backoff.until(query.cacheKey);
  }

  /** Tells whenever a result has been put into the cache. */
  onFilled(listener: ResultListener): void {
    this.filled.add(listener);
  }

  private async run(query: BoundQuery, sponsor: Sponsor, flight: Passengers): Promise<Landing> {
    const { endpoint, cacheKey } = query;
    const { keyId, isClient } = sponsor;
    const chargedTo = this.payer(query, sponsor);
    this.backoff.refuse(cacheKey);
    this.figures.of(endpoint)[isClient ? 'misses' : 'refreshes'] += 1;
    try {
      const landing = await this.runner.run(query, { keyId, ...flight });
      this.backoff.succeeded(cacheKey);
      const result = { ...landing.result, chargedTo };
      if (isKept(query, result)) {
        await this.cache.set(cacheKey, result, this.keepSeconds(query, result));
        this.tell(query, result);
      }
      return { ...landing, result };
    } catch (error) {
      if (!flight.signal.aborted && isOutage(error)) this.backoff.failed(cacheKey);
      throw error;
    }
  }

  /** Whoever's call a result is made for; what is made anew ahead of time stays with the one that it was made for before. */
  private payer({ cacheKey }: BoundQuery, { isClient, payer }: Sponsor): string | undefined {
    const before = isClient ? undefined : this.cache.peek(cacheKey);
    return before ? before.chargedTo : payer;
  }

  private keepSeconds({ endpoint }: BoundQuery, result: CachedResult): number {
    const age = ageOf(result, this.clock().getTime());
    return (endpoint.cachingSeconds ?? 0) + (endpoint.staleIfErrorSeconds ?? 0) - age;
  }

  /** It may have been too large, or too old already, to be kept. */
  private tell(query: BoundQuery, result: CachedResult): void {
    if (this.cache.peek(query.cacheKey)) for (const listener of this.filled) listener(query, result);
  }
}

/** What another run a moment later would most likely meet again. A full queue is ours, and empties by itself. */
function isOutage(error: unknown): boolean {
  return !(error instanceof QuernError) || (error.status >= 500 && error.code !== 'engine_busy');
}

function isKept({ callerSql }: BoundQuery, { body }: CachedResult): boolean {
  return callerSql === undefined || body.length <= MOST_OF_CALLERS_SQL;
}
