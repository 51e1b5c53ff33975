import { type CachedResult } from './cached-result.js';
import { Place, UseOrder } from './use-order.js';

/** A result in memory, with its place among those of the same account and its place among all. */
export class CacheEntry {
  readonly inAccount: Place<CacheEntry> = new Place<CacheEntry>(this);
  readonly inAll: Place<CacheEntry> = new Place<CacheEntry>(this);

  constructor(
    readonly key: string,
    readonly result: CachedResult,
    readonly size: number,
    /** Milliseconds since the epoch. */
    readonly expiresAt: number,
    readonly account: Account,
  ) {}
}

/** The results that are kept on account of one key. */
export class Account {
  bytes = 0;
  private readonly order = new UseOrder<CacheEntry>();

  constructor(
    readonly keyId: string | undefined,
    /** Bytes that it may hold when others need room. */
    readonly share: number,
  ) {}

  /** The entry that was used longest ago. */
  get oldest(): CacheEntry | undefined {
    return this.order.oldest;
  }

  /** Bytes beyond its share, with `more` added. */
  excess(more = 0): number {
    return this.bytes + more - this.share;
  }

  add(entry: CacheEntry): void {
    this.order.append(entry.inAccount);
    this.bytes += entry.size;
  }

  remove(entry: CacheEntry): void {
    this.order.remove(entry.inAccount);
    this.bytes -= entry.size;
  }

  touch(entry: CacheEntry): void {
    this.order.touch(entry.inAccount);
  }
}
