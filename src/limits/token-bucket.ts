import { type Rate } from '../config/rate.js';

/** A token bucket: it is full at first, each request takes a token, and it fills up evenly. Times are in milliseconds. */
export class TokenBucket {
  private tokens: number;

  constructor(
    readonly rate: Rate,
    private filledAt: number,
  ) {
    this.tokens = rate.requests;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    this.fill(now);
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  get left(): number {
    return Math.floor(this.tokens);
  }

  /** Seconds until there is one token more; 0 when the bucket is full. */
  get secondsToMore(): number {
    const tokens = Math.min(this.left + 1, this.rate.requests) - this.tokens;
    return Math.max(0, Math.ceil((tokens * this.rate.seconds) / this.rate.requests));
  }

  private fill(now: number): void {
    // A clock that went back would take tokens away.
    const passed = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(
      this.rate.requests,
      this.tokens + (passed * this.rate.requests) / (this.rate.seconds * 1000),
    );
    this.filledAt = now;
  }
}
