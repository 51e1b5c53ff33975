import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type CachedResult, isYounger } from '../cache/cached-result.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type BoundQuery, boundQueryOf, endpointIdOf } from '../execution/bound-query.js';
import { RequestedResults } from '../execution/requested-results.service.js';
import { Registry } from '../registry/registry.service.js';
import { DayFilters, dayOf, endOfSlot, slotAt } from './day-filters.js';

/** How likely it has to be that a result is asked for: three of the last five working days, or both of the last weekend. */
const LEAST_CHANCE = 0.6;

/** A run ahead of time takes one from its key's credit, and somebody who asks for its result gives so many: one of three has to be asked for. */
const EARNED = 3;
const FIRST_CREDIT = 3;
const FULL_CREDIT = 6;

/** How long a key that has used up its credit is left alone, and one is known that nobody comes for any more. */
const KNOWN_DAYS = 7;

/** For the keys that are learnt; each takes so many bytes beside its characters. */
const MAX_BYTES = 8 * 2 ** 20;
const BYTES_PER_KEY = 400;

type Made = Pick<CachedResult, 'cost' | 'chargedTo'>;

interface Learnt {
  /** The result that somebody waited for last. */
  made: Made;
  credit: number;
  /** When a result was last asked for that had been made ahead of time, or before that since when it is known. */
  day: number;
  /** Its result was made ahead of time, and nobody has asked for it yet. */
  isUnasked: boolean;
}

/** A result that is likely to be asked for. */
export interface ExpectedResult {
  readonly query: BoundQuery;
  readonly chance: number;
  readonly made: Made;
}

/**
 * Learns the day: what is asked for every morning is there in the morning. It is marked, for each of the last days, in which five minutes somebody
 * asked for a key who did not find a fresh result, or found one that had been made ahead. How likely it is that somebody asks within `caching` of
 * now is the share of the last working days, or on weekends of the last weekend's days, on which somebody did so at this time. Where it is at least
 * 0.6 and no result is there that lasts, one is made, within the budget for warming. A key for whose results too few come is left alone for a week.
 */
@Injectable()
export class ExpectedResults {
  private readonly marked = new DayFilters();
  /** Keys that are likely to be asked for at some time of the day; those that were asked for longest ago make room. */
  private readonly learnt = new LRUCache<string, Learnt>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, key) => BYTES_PER_KEY + 2 * key.length,
  });
  private lastSlot = 0;

  constructor(
    requested: RequestedResults,
    private readonly cache: ResultCache,
    private readonly registry: Registry,
    @Inject(Settings) settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    if (settings.warmingLearns === 'off') return;
    requested.onWaited((query, result) => {
      if (query.sandboxSql === undefined && isWarmed(query.endpoint)) this.waited(query, result);
    });
    requested.onRequested((query) => {
      const learnt = this.learnt.peek(query.cacheKey);
      if (learnt?.isUnasked) this.foundAhead(query, learnt);
    });
  }

  /** How many keys are known to be asked for day by day. */
  get size(): number {
    return this.learnt.size;
  }

  /** The keys whose results are expected to be asked for, once in each slot of the day. */
  takeDue(): readonly string[] {
    const slot = this.slot();
    if (slot === this.lastSlot) return [];
    this.lastSlot = slot;
    return [...this.learnt.keys()].filter((key) => this.find(key));
  }

  /** Is a result likely to be asked for that is not there, or too old soon? */
  find(key: string): ExpectedResult | undefined {
    const learnt = this.learnt.peek(key);
    const slot = this.slot();
    if (learnt && dayOf(slot) - learnt.day > KNOWN_DAYS) this.forget(key);
    else if (learnt && learnt.credit > 0) return this.expectedIn(slot, key, learnt);
    return undefined;
  }

  /** Its result has been made ahead of time. */
  made(key: string): void {
    const learnt = this.learnt.peek(key);
    if (!learnt) return;
    learnt.credit -= 1;
    learnt.isUnasked = true;
  }

  forget(key: string): void {
    this.learnt.delete(key);
  }

  private expectedIn(slot: number, key: string, { made }: Learnt): ExpectedResult | undefined {
    const endpoint = this.registry.byIdIfServed(endpointIdOf(key));
    if (!endpoint || !isWarmed(endpoint)) return undefined;
    const chance = this.marked.share(key, slot, endpoint.cachingSeconds ?? 0);
    if (chance < LEAST_CHANCE || this.lasts(key, endpoint, slot)) return undefined;
    const query = boundQueryOf(endpoint, key);
    return query && { query, chance, made };
  }

  private waited({ endpoint, cacheKey }: BoundQuery, { cost, chargedTo }: CachedResult): void {
    const slot = this.slot();
    this.marked.mark(cacheKey, slot);
    const made = { cost, chargedTo };
    const learnt = this.learnt.get(cacheKey);
    if (learnt) Object.assign(learnt, { made, isUnasked: false });
    else if (this.marked.shareAround(cacheKey, slot, endpoint.cachingSeconds ?? 0) >= LEAST_CHANCE)
      this.learnt.set(cacheKey, { made, credit: FIRST_CREDIT, day: dayOf(slot), isUnasked: false });
  }

  /** Somebody asks for a result for the first time that was made ahead. */
  private foundAhead({ cacheKey }: BoundQuery, learnt: Learnt): void {
    const slot = this.slot();
    this.marked.mark(cacheKey, slot);
    this.learnt.get(cacheKey);
    learnt.credit = Math.min(FULL_CREDIT, learnt.credit + EARNED);
    learnt.day = dayOf(slot);
    learnt.isUnasked = false;
  }

  /** A result that has been asked for is refreshed in its time; another one has to last until it is looked at again. */
  private lasts(key: string, { cachingSeconds = 0 }: Endpoint, slot: number): boolean {
    const result = this.cache.peek(key);
    if (!result) return false;
    const until = result.requests > 0 ? this.clock().getTime() : endOfSlot(slot);
    return isYounger(result, cachingSeconds, until);
  }

  private slot(): number {
    return slotAt(this.clock().getTime());
  }
}

function isWarmed({ cacheWarmingSeconds }: Endpoint): boolean {
  return cacheWarmingSeconds !== undefined;
}
