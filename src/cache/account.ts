import { type CachedResult } from './cached-result.js';

/** A result in memory, with its neighbours among those of the same account. */
export interface Entry {
  readonly key: string;
  readonly result: CachedResult;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly account: Account;
  /** Counted in uses of all entries. */
  usedAt: number;
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** What one key has caused to be kept, in the order in which it was used. */
export class Account {
  bytes = 0;
  /** The entry that was used longest ago. */
  oldest: Entry | undefined;
  private newest: Entry | undefined;

  constructor(
    readonly keyId: string | undefined,
    /** Bytes that it may hold where others need room. */
    readonly share: number,
  ) {}

  /** As the last one used. */
  add(entry: Entry): void {
    this.append(entry);
    this.bytes += entry.size;
  }

  remove(entry: Entry): void {
    this.cutOut(entry);
    this.bytes -= entry.size;
  }

  touch(entry: Entry): void {
    if (this.newest === entry) return;
    this.cutOut(entry);
    this.append(entry);
  }

  private append(entry: Entry): void {
    entry.older = this.newest;
    if (this.newest) this.newest.newer = entry;
    else this.oldest = entry;
    this.newest = entry;
  }

  private cutOut(entry: Entry): void {
    const { older, newer } = entry;
    if (older) older.newer = newer;
    else this.oldest = newer;
    if (newer) newer.older = older;
    else this.newest = older;
    entry.older = undefined;
    entry.newer = undefined;
  }
}
