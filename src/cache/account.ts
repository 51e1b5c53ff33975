import { type CachedResult } from './cached-result.js';
import { Place, UseOrder } from './use-order.js';

/** A result in memory, with its place among those of the same account and its place among all. */
export class Entry {
  readonly inAccount: Place<Entry> = new Place<Entry>(this);
  readonly inAll: Place<Entry> = new Place<Entry>(this);

  constructor(
    readonly key: string,
    readonly result: CachedResult,
    readonly size: number,
    /** Milliseconds since the epoch. */
    readonly expiresAt: number,
    readonly account: Account,
  ) {}
}

/** What one key has caused to be kept. */
export class Account {
  bytes = 0;
  private readonly order = new UseOrder<Entry>();

  constructor(
    readonly keyId: string | undefined,
    /** Bytes that it may hold where others need room. */
    readonly share: number,
  ) {}

  /** The entry that was used longest ago. */
  get oldest(): Entry | undefined {
    return this.order.oldest;
  }

  /** Bytes that it would have beyond its share with so many more. */
  excess(more = 0): number {
    return this.bytes + more - this.share;
  }

  /** As the last one used. */
  add(entry: Entry): void {
    this.order.append(entry.inAccount);
    this.bytes += entry.size;
  }

  remove(entry: Entry): void {
    this.order.remove(entry.inAccount);
    this.bytes -= entry.size;
  }

  touch(entry: Entry): void {
    this.order.touch(entry.inAccount);
  }
}
