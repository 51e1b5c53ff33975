import { Account, type CacheEntry, entriesByUse, oldestOf } from './account.js';
import { type Clock } from '../config/clock.js';
import { ExpiryQueue } from './expiry-queue.js';
import { type CachedResult } from './cached-result.js';
import { entrySize } from './entry-size.js';

export interface StoredResult {
  readonly value: CachedResult;
}

/**
 * Keyv's store in this process's memory, bounded in bytes. It drops expired entries first, then those of a key that holds more than its
 * share, then the least recently used. Unlike Keyv itself it answers at once, so that a hit does not wait for the next turn of the event
 * loop.
 */
export class MemoryStore {
  private readonly goneListeners = new Set<(key: string, evicted: boolean) => void>();
  private readonly entries = entriesByUse();
  /** Accounts by the id of their key, without empty ones. */
  private readonly accounts = new Map<string | undefined, Account>();
  /** Accounts that hold more than their share: few, however many keys there are. */
  private readonly beyondShare = new Set<Account>();
  private readonly expiries = new ExpiryQueue();

  /** @param keyShare share of the memory that one key may hold where others need room, from 0 to 1 */
  constructor(
    private readonly maxBytes: number,
    private readonly clock: Clock,
    private readonly keyShare = 1,
  ) {}

  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get size(): number {
    return this.entries.size;
  }

  /** Calls back for keys whose result has left the memory, with whether it had to make room for others. */
  onGone(listener: (key: string, evicted: boolean) => void): void {
    this.goneListeners.add(listener);
  }

  /** Returns the result if it is here and has not expired, without making it the last to be evicted. */
  peek(key: string): CachedResult | undefined {
    const entry = this.entries.peek(key);
    return entry && this.clock() < entry.expiresAt ? entry.result : undefined;
  }

  /**
   * Returns a result to be used, which makes it the last to be evicted. It may have expired: servers of results check their age anyway, and
   * looking at the clock twice is a noticeable part of a hit's cost.
   */
  use(key: string): CachedResult | undefined {
    const entry = this.entries.get(key);
    entry?.account.entries.get(key);
    return entry?.result;
  }

  /** Every key with its result, the most recently used first. */
  list(): readonly (readonly [string, CachedResult])[] {
    this.dropExpired();
    return Array.from(this.entries.values(), ({ key, result }) => [key, result] as const);
  }

  get(key: string): StoredResult | undefined {
    const value = this.peek(key) && this.use(key);
    return value && { value };
  }

  /** Keeps a result; `ttl` in milliseconds. */
  set(key: string, { value }: StoredResult, ttl?: number): void {
    // Expired entries go first, so that nothing that could still be served makes room for them.
    this.dropExpired();
    const before = this.entries.peek(key);
    if (before) this.remove(before);
    const size = entrySize(key, value);
    const account = this.accountOf(value.chargedTo);
    if (!this.makeRoom(account, size)) {
      if (before) this.tell(key, false);
      return;
    }
    const expiresAt = ttl === undefined ? Infinity : this.clock() + ttl;
    const entry = { key, result: value, size, expiresAt, account };
    this.entries.set(key, entry);
    this.accounts.set(account.keyId, account);
    account.entries.set(key, entry);
    if (account.excess() > 0) this.beyondShare.add(account);
    this.expiries.put(key, secondAfter(entry));
  }

  delete(key: string): boolean {
    const entry = this.entries.peek(key);
    if (!entry) return false;
    this.remove(entry);
    this.tell(key, false);
    return true;
  }

  clear(): void {
    this.drop(() => true);
  }

  /** Frees the results of these keys; those of other replicas expire by themselves. */
  drop(isUnwanted: (key: string) => boolean): void {
    for (const key of [...this.entries.keys()].filter(isUnwanted)) this.delete(key);
  }

  dropExpired(): void {
    for (const key of this.expiries.takeDue(Math.floor(this.clock() / 1000))) this.delete(key);
  }

  /**
   * Evicts until an account has room for more bytes. False where they do not fit: an entry larger than its account's share never takes the
   * place of what another account has within its share.
   */
  private makeRoom(account: Account, size: number): boolean {
    const others = size > account.share ? this.bytes - account.entries.calculatedSize : 0;
    if (others + size > this.maxBytes) return false;
    while (this.bytes + size > this.maxBytes) {
      const oldest = this.mostDispensable(account, size);
      if (!oldest) return false;
      this.remove(oldest);
      this.tell(oldest.key, true);
    }
    return true;
  }

  /** The oldest entry of the account that would be farthest beyond its share; where none would be, the least recently used of all. */
  private mostDispensable(growing: Account, size: number): CacheEntry | undefined {
    let most = growing;
    let excess = growing.excess(size);
    for (const account of this.beyondShare) {
      if (account.excess() <= excess) continue;
      most = account;
      excess = account.excess();
    }
    return oldestOf(excess > 0 ? most.entries : this.entries);
  }

  private accountOf(keyId: string | undefined): Account {
    const share = keyId === undefined ? Infinity : this.maxBytes * this.keyShare;
    return this.accounts.get(keyId) ?? new Account(keyId, share);
  }

  private remove(entry: CacheEntry): void {
    const { key, account } = entry;
    this.entries.delete(key);
    this.expiries.remove(key, secondAfter(entry));
    account.entries.delete(key);
    if (account.excess() <= 0) this.beyondShare.delete(account);
    if (account.entries.size === 0) this.accounts.delete(account.keyId);
  }

  private tell(key: string, evicted: boolean): void {
    for (const listener of this.goneListeners) listener(key, evicted);
  }
}

/** The first whole second, since the epoch, at which an entry has expired. */
function secondAfter({ expiresAt }: CacheEntry): number {
  return Math.ceil(expiresAt / 1000);
}
