import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type CachedResult } from '../cache/cached-result.js';
import { MemoryStore } from '../cache/memory-store.js';
import { isYounger } from '../cache/result-cache.service.js';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type BoundQuery, boundQueryOf, endpointIdOf } from '../execution/bound-query.js';
import { RequestedResults } from '../execution/requested-results.service.js';
import { Registry } from '../registry/registry.service.js';
import { DayFilters, dayNumberOf, endOfSlot, slotAt } from './day-filters.js';

/** Least share of days for a result to be expected: three of the last five working days, or both of the last weekend. */
const LEAST_CHANCE = 0.6;

/** Credit that a key gains when a client asks for a result made ahead of time; such a run costs one. One of three has to be asked for. */
const EARNED = 3;
const FIRST_CREDIT = 3;
const FULL_CREDIT = 6;

/** Days for which a key without credit is left alone, and for which one that is not asked for any more is remembered. */
const KNOWN_DAYS = 7;

/** Memory for the learnt keys; each takes `BYTES_PER_KEY` beside its characters. */
const MAX_BYTES = 8 * 2 ** 20;
const BYTES_PER_KEY = 400;

type Made = Pick<CachedResult, 'cost' | 'chargedTo'>;

interface Learnt {
  /** The result that a client waited for last. */
  made: Made;
  credit: number;
  /** Day of the last request for a result made ahead of time; before the first one, the day since which the key is known. */
  day: number;
  /** Whether its result was made ahead of time and has not been asked for yet. */
  isUnasked: boolean;
}

/** A result that is likely to be asked for. */
export interface ExpectedResult {
  readonly query: BoundQuery;
  readonly chance: number;
  readonly made: Made;
}

/**
 * Learns the day: results that are asked for every morning are there in the morning. It marks, for each of the last days, in which five
 * minutes a client asked for a key and found no fresh result, or one that had been made ahead. The chance that a client asks within
 * `caching` of now is the share of the last working days, or on weekends of the last weekend's days, on which one did so at this time. If
 * it is at least 0.6 and no result is there that lasts, one is made, within the budget for warming. A key whose results are asked for too
 * seldom is left alone for a week.
 */
@Injectable()
export class ExpectedResults {
  private readonly marked = new DayFilters();
  /** Keys that are likely to be asked for at some time of the day; the least recently requested ones make room. */
  private readonly learnt = new LRUCache<string, Learnt>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, key) => BYTES_PER_KEY + 2 * key.length,
  });
  private lastSlot = 0;

  constructor(
    requested: RequestedResults,
    private readonly cache: MemoryStore,
    private readonly registry: Registry,
    @Inject(Settings) settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    if (settings.warmingLearns === 'off') return;
    requested.events.on('waited', (query, result) => {
      if (query.sandboxSql === undefined && isWarmed(query.endpoint)) this.waited(query, result);
    });
    requested.events.on('first', (query) => {
      const learnt = this.learnt.peek(query.cacheKey);
      if (learnt?.isUnasked) this.foundAhead(query, learnt);
    });
  }

  /** Number of keys that are known to be asked for day by day. */
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

  /** The result of a key, if it is likely to be asked for, and is missing or soon too old. */
  find(key: string): ExpectedResult | undefined {
    const learnt = this.learnt.peek(key);
    const slot = this.slot();
    if (learnt && dayNumberOf(slot) - learnt.day > KNOWN_DAYS) this.forget(key);
    else if (learnt && learnt.credit > 0) return this.expectedIn(slot, key, learnt);
    return undefined;
  }

  /** Notes that a result has been made ahead of time. */
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
      this.learnt.set(cacheKey, { made, credit: FIRST_CREDIT, day: dayNumberOf(slot), isUnasked: false });
  }

  /** Notes the first request for a result that was made ahead of time. */
  private foundAhead({ cacheKey }: BoundQuery, learnt: Learnt): void {
    const slot = this.slot();
    this.marked.mark(cacheKey, slot);
    this.learnt.get(cacheKey);
    learnt.credit = Math.min(FULL_CREDIT, learnt.credit + EARNED);
    learnt.day = dayNumberOf(slot);
    learnt.isUnasked = false;
  }

  /** Whether the result lasts. One that has been asked for is refreshed in its time; any other has to last until the next slot. */
  private lasts(key: string, { cachingSeconds = 0 }: Endpoint, slot: number): boolean {
    const result = this.cache.peek(key);
    if (!result) return false;
    const until = result.requests > 0 ? this.clock() : endOfSlot(slot);
    return isYounger(result, cachingSeconds, until);
  }

  private slot(): number {
    return slotAt(this.clock());
  }
}

function isWarmed({ cacheWarmingSeconds }: Endpoint): boolean {
  return cacheWarmingSeconds !== undefined;
}
