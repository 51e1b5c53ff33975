/** What one policy made of the day. */
export class Tally {
  requests = 0;
  waited = 0;
  runs = 0;
  longestAgeMs = 0;
  private ageSumMs = 0;

  /** Counts an answer; it is as old as its question to the engine. */
  served(ageMs: number, waited: boolean): void {
    this.requests += 1;
    if (waited) this.waited += 1;
    this.ageSumMs += ageMs;
    this.longestAgeMs = Math.max(this.longestAgeMs, ageMs);
  }

  get meanAgeMs(): number {
    return this.ageSumMs / this.requests;
  }
}
