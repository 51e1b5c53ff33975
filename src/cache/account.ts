import { type CachedResult } from './cached-result.js';

/** The place of one thing in an order of use, in a ring until it is put into an order. */
class Place<T> {
  older: Place<T> = this;
  newer: Place<T> = this;

  constructor(readonly holder: T | undefined) {}
}

/** Things in the order of their last use. Each change takes the same time for any number of things. */
export class UseOrder<T> {
  /** Closes the ring between the newest place and the oldest. */
  private readonly ends = new Place<T>(undefined);

  /** The thing that was used longest ago. */
  get oldest(): T | undefined {
    return this.ends.newer.holder;
  }

  /** Lists the last one used first. */
  list(): T[] {
    const all: T[] = [];
    for (let place = this.ends.older; place.holder; place = place.older) all.push(place.holder);
    return all;
  }

  append(place: Place<T>): void {
    const newest = this.ends.older;
    place.older = newest;
    place.newer = this.ends;
    newest.newer = place;
    this.ends.older = place;
  }

  touch(place: Place<T>): void {
    this.remove(place);
    this.append(place);
  }

  remove({ older, newer }: Place<T>): void {
    older.newer = newer;
    newer.older = older;
  }
}

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
  readonly order = new UseOrder<CacheEntry>();

  constructor(
    readonly keyId: string | undefined,
    /** Bytes that it may hold when others need room. */
    readonly share: number,
  ) {}

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
}
