import { QuernError } from '../../errors/quern-error.js';

/** Failures in a row after which nobody is sent to BigQuery any more. */
const THRESHOLD = 3;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Keeps calls from piling up in front of a BigQuery that is away: after some failures in a row every call is refused at
 * once, and from time to time one is let through to see whether it is back.
 */
export class Circuit {
  private failures = 0;
  private pauseSeconds = FIRST_PAUSE_SECONDS;
  private probeAt = 0;

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number) {}

  get isOpen(): boolean {
    return this.failures >= THRESHOLD;
  }

  /** Runs a call, unless BigQuery is known to be away. @throws QuernError `engine_unavailable` */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.isOpen) {
      const waitMs = this.probeAt - this.now();
      if (waitMs > 0) throw unavailable(Math.ceil(waitMs / 1000));
      // This call is the probe; the others go on waiting.
      this.probeAt = this.now() + this.pauseSeconds * 1000;
    }
    try {
      const result = await call();
      this.failures = 0;
      this.pauseSeconds = FIRST_PAUSE_SECONDS;
      return result;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  private note(error: unknown): void {
    // Any other answer came from BigQuery, which therefore is there.
    const away = error instanceof QuernError && error.code === 'engine_unavailable';
    if (!away) {
      if (error instanceof QuernError) this.failures = 0;
      return;
    }
    this.failures += 1;
    if (!this.isOpen) return;
    this.probeAt = this.now() + this.pauseSeconds * 1000;
    this.pauseSeconds = Math.min(this.pauseSeconds * 2, LONGEST_PAUSE_SECONDS);
  }
}

function unavailable(retryAfterSeconds: number): QuernError {
  return new QuernError('engine_unavailable', 'BigQuery cannot be reached.', { retryAfterSeconds });
}
