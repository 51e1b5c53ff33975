/** What one policy made of a trace, from a time on. */
export class Tally {
  requests = 0;
  waited = 0;
  runs = 0;
  bytes = 0;
  longestAgeMs = 0;
  private ageSumMs = 0;

  constructor(private readonly fromMs: number) {}

  /** Counts an answer; it is as old as its question to the engine. */
  served(atMs: number, ageMs: number, waited: boolean): void {
    if (atMs < this.fromMs) return;
    this.requests += 1;
    if (waited) this.waited += 1;
    this.ageSumMs += ageMs;
    this.longestAgeMs = Math.max(this.longestAgeMs, ageMs);
  }

  ran(atMs: number, bytes: number): void {
    if (atMs < this.fromMs) return;
    this.runs += 1;
    this.bytes += bytes;
  }

  get meanAgeMs(): number {
    return this.ageSumMs / this.requests;
  }
}
