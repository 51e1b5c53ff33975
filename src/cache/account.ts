import { LRUCache } from 'lru-cache';
import { type CachedResult } from './cached-result.js';

/** A result in memory. */
export interface CacheEntry {
  readonly key: string;
  readonly result: CachedResult;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly account: Account;
}

/** Makes a map of entries in the order of their last use, which knows their bytes. Its user decides what is evicted. */
export function entriesByUse(): LRUCache<string, CacheEntry> {
  return new LRUCache({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ size }) => size });
}

/** The entry that was used longest ago. */
export function oldestOf(entries: LRUCache<string, CacheEntry>): CacheEntry | undefined {
  const [oldest] = entries.rvalues();
  return oldest;
}

/** The results that are kept on account of one key. */
export class Account {
  readonly entries = entriesByUse();

  constructor(
    readonly keyId: string | undefined,
    /** Bytes that it may hold when others need room. */
    readonly share: number,
  ) {}

  /** Bytes beyond its share, with `more` added. */
  excess(more = 0): number {
    return this.entries.calculatedSize + more - this.share;
  }
}
