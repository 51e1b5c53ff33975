/** Keys by the second at which they are due: to expire in the cache, or to be refreshed by warming. */
export class ExpiryQueue {
  private readonly seconds = new Map<number, Set<string>>();
  /** No second before this one has keys. */
  private earliest = Infinity;

  /** Adds a key; `second` since the epoch. */
  put(key: string, second: number): void {
    this.seconds.set(second, (this.seconds.get(second) ?? new Set<string>()).add(key));
    this.earliest = Math.min(this.earliest, second);
  }

  /** Takes a key out before its second. */
  remove(key: string, second: number): void {
    const keys = this.seconds.get(second);
    keys?.delete(key);
    if (keys?.size === 0) this.seconds.delete(second);
  }

  /** Takes out the keys that are due at the given second or were before it, the earliest first. */
  takeDue(now: number): readonly string[] {
    if (now < this.earliest) return [];
    const due = [...this.seconds].filter(([second]) => second <= now).sort(([one], [other]) => one - other);
    for (const [second] of due) this.seconds.delete(second);
    this.earliest = Infinity;
    for (const second of this.seconds.keys()) this.earliest = Math.min(this.earliest, second);
    return due.flatMap(([, keys]) => [...keys]);
  }
}
