import { LRUCache } from 'lru-cache';
import { type Clock } from '../config/clock.js';
import { type CachedResult, sizeOf } from './cached-result.js';

/** What Keyv hands its store: the value and when it expires. */
export interface StoredResult {
  readonly value: CachedResult;
  /** Milliseconds since the epoch. */
  readonly expires?: number;
}

/**
 * Keyv's store in this process's memory, bounded in bytes; the least recently used go first. Unlike Keyv itself it
 * answers at once, so that a hit does not wait for the next turn of the event loop.
 */
export class MemoryStore {
  /** Keyv asks its stores for these. */
  readonly opts = {};
  readonly namespace = undefined;
  private readonly goneListeners = new Set<(key: string, evicted: boolean) => void>();
  private readonly entries: LRUCache<string, StoredResult>;

  constructor(maxBytes: number, clock: Clock) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (stored, key) => sizeOf(key, stored.value),
      perf: { now: () => clock().getTime() },
      ttlResolution: 0,
      dispose: (_value, key, reason) => {
        if (reason === 'set') return;
        for (const listener of this.goneListeners) listener(key, reason === 'evict');
      },
    });
  }

  /** Tells of every key whose result is here no more, and whether it had to make room for others. */
  onGone(listener: (key: string, evicted: boolean) => void): void {
    this.goneListeners.add(listener);
  }

  /** The result if it is here and has not expired. To look is not to use: it is evicted as if nobody had. */
  peek(key: string): CachedResult | undefined {
    return this.entries.peek(key)?.value;
  }

  /** The same for somebody who uses it, which makes it the last to be evicted. */
  use(key: string): CachedResult | undefined {
    return this.entries.get(key)?.value;
  }

  /** Every key with its result, the most recently used first. */
  list(): readonly (readonly [string, CachedResult])[] {
    return [...this.entries.entries()].map(([key, stored]) => [key, stored.value] as const);
  }

  get(key: string): StoredResult | undefined {
    return this.entries.get(key);
  }

  /** `ttl` in milliseconds. */
  set(key: string, stored: StoredResult, ttl?: number): void {
    this.entries.set(key, stored, ttl === undefined ? {} : { ttl });
  }

  delete(key: string): boolean {
    return this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  /** Keyv listens for errors of its stores; this one has none. */
  on(): this {
    return this;
  }
}
