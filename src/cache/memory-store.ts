import { LRUCache } from 'lru-cache';
import { type Clock } from '../config/clock.js';
import { Agenda } from './agenda.js';
import { type CachedResult } from './cached-result.js';
import { entrySize } from './entry-size.js';

/** What Keyv hands its store. */
export interface StoredResult {
  readonly value: CachedResult;
}

interface Entry {
  readonly result: CachedResult;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Keyv's store in this process's memory, bounded in bytes: what has expired goes first, then the least recently used.
 * Unlike Keyv itself it answers at once, so that a hit does not wait for the next turn of the event loop.
 */
export class MemoryStore {
  /** Keyv asks its stores for these. */
  readonly opts = {};
  readonly namespace = undefined;
  private readonly goneListeners = new Set<(key: string, evicted: boolean) => void>();
  private readonly entries: LRUCache<string, Entry>;
  private readonly expiries = new Agenda((key, second) => {
    const entry = this.entries.peek(key);
    return entry !== undefined && secondAfter(entry) === second;
  });

  constructor(
    maxBytes: number,
    private readonly clock: Clock,
  ) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ result }, key) => entrySize(key, result),
      dispose: (_entry, key, reason) => {
        if (reason === 'set') return;
        for (const listener of this.goneListeners) listener(key, reason === 'evict');
      },
    });
  }

  /** Bytes that all entries hold. */
  get bytes(): number {
    return this.entries.calculatedSize;
  }

  /** Tells of every key whose result is here no more, and whether it had to make room for others. */
  onGone(listener: (key: string, evicted: boolean) => void): void {
    this.goneListeners.add(listener);
  }

  /** The result if it is here and has not expired. To look is not to use: it is evicted as if nobody had. */
  peek(key: string): CachedResult | undefined {
    return this.alive(this.entries.peek(key));
  }

  /**
   * The same for somebody who uses it, which makes it the last to be evicted. It may have expired: whoever serves results
   * judges their age anyway, and looking at the clock twice is a noticeable part of what a hit costs.
   */
  use(key: string): CachedResult | undefined {
    return this.entries.get(key)?.result;
  }

  /** Every key with its result, the most recently used first. */
  list(): readonly (readonly [string, CachedResult])[] {
    this.dropExpired();
    return [...this.entries.entries()].map(([key, { result }]) => [key, result] as const);
  }

  get(key: string): StoredResult | undefined {
    const value = this.alive(this.entries.get(key));
    return value && { value };
  }

  /** `ttl` in milliseconds. */
  set(key: string, { value }: StoredResult, ttl?: number): void {
    // First, so that nothing that could still be served makes room while there is something that cannot.
    this.dropExpired();
    const entry = { result: value, expiresAt: ttl === undefined ? Infinity : this.clock().getTime() + ttl };
    this.entries.set(key, entry);
    if (ttl !== undefined) this.expiries.put(key, secondAfter(entry));
  }

  delete(key: string): boolean {
    return this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  drop(isUnwanted: (key: string) => boolean): void {
    for (const key of [...this.entries.keys()].filter(isUnwanted)) this.entries.delete(key);
  }

  /** Drops what nobody can be given any more. */
  dropExpired(): void {
    for (const key of this.expiries.takeDue(Math.floor(this.clock().getTime() / 1000))) this.entries.delete(key);
  }

  /** Keyv listens for errors of its stores; this one has none. */
  on(): this {
    return this;
  }

  private alive(entry: Entry | undefined): CachedResult | undefined {
    return entry && this.clock().getTime() < entry.expiresAt ? entry.result : undefined;
  }
}

/** The first whole second, since the epoch, at which an entry has expired. */
function secondAfter({ expiresAt }: Entry): number {
  return Math.ceil(expiresAt / 1000);
}
