/** Appointments below which there is nothing to gain from a sweep. */
const FEW = 1000;

/** How many times the appointments that hold all of them may be before those that do not are swept out. */
const SLACK = 1.5;

/** Characters of keys that may be held beyond those that still stand: a key has all values of a call, of up to 64 KiB. */
const SLACK_CHARACTERS = 4_000_000;

/**
 * Keys by the second for which they are planned. An appointment costs a place in an array and nothing else. It is
 * cancelled by being forgotten: `holds` says whether one that was made still stands.
 */
export class ExpiryQueue {
  private readonly seconds = new Map<number, string[]>();
  private earliest = Infinity;
  private count = 0;
  private sweepAt = FEW;
  private held = 0;
  private sweepAtHeld = SLACK_CHARACTERS;

  constructor(private readonly holds: (key: string, second: number) => boolean) {}

  /** Appointments, forgotten ones included. */
  get size(): number {
    return this.count;
  }

  /** Characters of the keys of all of these. */
  get characters(): number {
    return this.held;
  }

  /** `second` since the epoch. */
  put(key: string, second: number): void {
    const keys = this.seconds.get(second);
    if (keys) keys.push(key);
    else this.seconds.set(second, [key]);
    this.earliest = Math.min(this.earliest, second);
    this.count += 1;
    this.held += key.length;
    if (this.count > this.sweepAt || this.held > this.sweepAtHeld) this.sweep();
  }

  /** Takes out what is due at the given second or was before it, the earliest first. */
  takeDue(now: number): readonly string[] {
    if (now < this.earliest) return [];
    const due = [...this.seconds.keys()].filter((second) => second <= now).sort((a, b) => a - b);
    // A key may have been planned for one second several times.
    const keys = [...new Set(due.flatMap((second) => this.standing(second)))];
    for (const second of due) this.drop(second);
    this.earliest = Infinity;
    for (const second of this.seconds.keys()) this.earliest = Math.min(this.earliest, second);
    return keys;
  }

  private standing(second: number): string[] {
    return (this.seconds.get(second) ?? []).filter((key) => this.holds(key, second));
  }

  private drop(second: number): void {
    const keys = this.seconds.get(second) ?? [];
    this.count -= keys.length;
    this.held -= charactersOf(keys);
    this.seconds.delete(second);
  }

  /** Else keys that come and go before their time would pile up until then. */
  private sweep(): void {
    for (const second of [...this.seconds.keys()]) {
      const keys = this.standing(second);
      this.drop(second);
      if (keys.length > 0) this.seconds.set(second, keys);
      this.count += keys.length;
      this.held += charactersOf(keys);
    }
    this.sweepAtHeld = this.held + SLACK_CHARACTERS;
    this.sweepAt = Math.max(FEW, this.count * SLACK);
  }
}

function charactersOf(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}
