/** Entries below which nothing is gained by a sweep. */
const FEW = 1000;

/** Growth since the last sweep, as a factor, that makes the next one due. */
const SLACK = 1.5;

/** Characters of keys that may be added before the next sweep: a key has all values of a call, of up to 64 KiB. */
const SLACK_CHARACTERS = 4_000_000;

/**
 * Keys by the second at which they are due: to expire in the cache, or to be refreshed by warming. An entry costs a place in an array and
 * nothing else. It stays when its key is dropped or planned for another second: `isCurrent` says whether it still counts.
 */
export class ExpiryQueue {
  private readonly seconds = new Map<number, string[]>();
  private earliest = Infinity;
  private count = 0;
  private sweepAt = FEW;
  private keyCharacters = 0;
  private sweepAtCharacters = SLACK_CHARACTERS;

  constructor(private readonly isCurrent: (key: string, second: number) => boolean) {}

  /** Number of entries, including those that no longer count. */
  get size(): number {
    return this.count;
  }

  /** Characters in the keys of all entries. */
  get characters(): number {
    return this.keyCharacters;
  }

  /** Adds a key; `second` since the epoch. */
  put(key: string, second: number): void {
    const keys = this.seconds.get(second);
    if (keys) keys.push(key);
    else this.seconds.set(second, [key]);
    this.earliest = Math.min(this.earliest, second);
    this.count += 1;
    this.keyCharacters += key.length;
    if (this.count > this.sweepAt || this.keyCharacters > this.sweepAtCharacters) this.sweep();
  }

  /** Takes out the keys that are due at the given second or were before it, the earliest first. */
  takeDue(now: number): readonly string[] {
    if (now < this.earliest) return [];
    const due = [...this.seconds.keys()].filter((second) => second <= now).sort((a, b) => a - b);
    // A key may have been put for one second several times.
    const keys = [...new Set(due.flatMap((second) => this.current(second)))];
    for (const second of due) this.drop(second);
    this.earliest = Infinity;
    for (const second of this.seconds.keys()) this.earliest = Math.min(this.earliest, second);
    return keys;
  }

  private current(second: number): string[] {
    return (this.seconds.get(second) ?? []).filter((key) => this.isCurrent(key, second));
  }

  private drop(second: number): void {
    const keys = this.seconds.get(second) ?? [];
    this.count -= keys.length;
    this.keyCharacters -= charactersOf(keys);
    this.seconds.delete(second);
  }

  /** Removes the entries that no longer count, which would pile up until they are due. */
  private sweep(): void {
    for (const second of [...this.seconds.keys()]) {
      const keys = this.current(second);
      this.drop(second);
      if (keys.length > 0) this.seconds.set(second, keys);
      this.count += keys.length;
      this.keyCharacters += charactersOf(keys);
    }
    this.sweepAtCharacters = this.keyCharacters + SLACK_CHARACTERS;
    this.sweepAt = Math.max(FEW, this.count * SLACK);
  }
}

function charactersOf(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}
