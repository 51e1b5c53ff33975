import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { type Cache } from 'cache-manager';
import { type CachedResult } from './cached-result.js';
import { MemoryStore } from './memory-store.js';
import { type Lease, SharedStore } from './shared-store.js';

/** Results by key. Memory answers at once; behind it cache-manager writes to the store that replicas share, if there is one. */
@Injectable()
export class ResultCache {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    readonly memory: MemoryStore,
    @Inject(SharedStore) private readonly shared: SharedStore | undefined,
  ) {}

  /** Whether results are shared with other replicas: undefined where that is not set up. */
  get sharing(): 'ok' | 'unavailable' | undefined {
    return this.shared && (this.shared.redis.isHere ? 'ok' : 'unavailable');
  }

  async open(): Promise<void> {
    await this.shared?.redis.open();
  }

  /** Keeps a result for `keepSeconds`, for all replicas; errors are never kept. */
  async set(key: string, result: CachedResult, keepSeconds: number): Promise<void> {
    // A result that took so long to make is too old already.
    if (keepSeconds <= 0) return;
    await this.cache.set(key, result, keepSeconds * 1000);
  }

  async fetch(key: string): Promise<CachedResult | undefined> {
    return (await this.shared?.get(key))?.value;
  }

  /** Keeps a result that came from another replica. */
  adopt(key: string, result: CachedResult, keepSeconds: number): void {
    if (keepSeconds > 0) this.memory.set(key, { value: result }, keepSeconds * 1000);
  }

  /** Drops a result that no replica is to find any more. */
  async remove(key: string): Promise<void> {
    this.memory.delete(key);
    await this.shared?.delete(key);
  }

  /** Takes the right to make a result for all replicas; `taken` when another one has it, undefined without Redis. */
  async lease(key: string): Promise<Lease | 'taken' | undefined> {
    return this.shared?.lease(key);
  }
}

/** Seconds since the engine was asked, or the result verified; `now` in milliseconds since the epoch. */
export function ageOf(result: CachedResult, now: number): number {
  return Math.max(0, (now - result.createdAt) / 1000);
}

/** Milliseconds that the clocks of replicas may be apart. */
const SKEW_MS = 5000;

/**
 * Whether a result is younger than `seconds`. One from the future never is: the clock that it was made by has been turned back, and until
 * that time comes again it would be served as new.
 */
export function isYounger(result: CachedResult, seconds: number, now: number): boolean {
  return result.createdAt - now <= SKEW_MS && ageOf(result, now) < seconds;
}
