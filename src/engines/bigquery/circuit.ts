import { QuernError } from '../../errors/quern-error.js';
import { errorText } from '../../errors/error-text.js';
import { NoAnswer } from './failure.js';

/** Failures in a row after which no call reaches BigQuery any more. */
const THRESHOLD = 3;
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 60;

/**
 * Keeps calls from piling up in front of a BigQuery that is away: after some failures in a row every call is refused at
 * once, and from time to time one is let through to see whether it is back.
 */
export class Circuit {
  private failures = 0;
  private pauseSeconds = FIRST_PAUSE_SECONDS;
  private probeAt = 0;
  /** Cause of the last failure, in a few words: the error itself has the whole request in it. */
  private cause: Error | undefined;

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number) {}

  get isOpen(): boolean {
    return this.failures >= THRESHOLD;
  }

  /** Whether BigQuery is known to be away, and whether the next call is let through all the same. */
  get state(): 'ok' | 'failing' | 'refusing' {
    if (!this.isOpen) return 'ok';
    return this.probeAt > this.now() ? 'refusing' : 'failing';
  }

  /** @throws QuernError `engine_unavailable` while BigQuery is known to be away */
  refuseWhileOpen(): void {
    const waitMs = this.probeAt - this.now();
    if (!this.isOpen || waitMs <= 0) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    const { cause } = this;
    throw new QuernError('engine_unavailable', 'The engine cannot be reached.', { retryAfterSeconds, cause });
  }

  /** Runs a call, unless BigQuery is known to be away. @throws QuernError `engine_unavailable` */
  async run<T>(call: () => Promise<T>): Promise<T> {
    this.refuseWhileOpen();
    // This call is the probe; all others are refused until the next one.
    const probe = this.isOpen;
    if (probe) this.pause();
    try {
      const result = await call();
      this.close();
      return result;
    } catch (error) {
      this.note(error, probe);
      throw error;
    }
  }

  private note(error: unknown, probe: boolean): void {
    // Any other error is the reason of a caller who has left, and says nothing about BigQuery.
    if (!(error instanceof QuernError)) return;
    if (error.code === 'engine_unavailable' || error.cause instanceof NoAnswer) this.fail(probe, error);
    // Any other failure was an answer of BigQuery's, so that it is not away.
    else if (error.code !== 'deadline_exceeded') this.close();
  }

  private fail(probe: boolean, error: QuernError): void {
    // While the circuit is open, calls from before may still fail; only the probe brings news.
    if (this.isOpen && !probe) return;
    this.failures += 1;
    this.cause = new Error(errorText(error.cause ?? error));
    if (probe) this.pauseSeconds = Math.min(this.pauseSeconds * 2, MAX_PAUSE_SECONDS);
    if (this.isOpen) this.pause();
  }

  private pause(): void {
    this.probeAt = this.now() + this.pauseSeconds * 1000;
  }

  private close(): void {
    this.failures = 0;
    this.cause = undefined;
    this.pauseSeconds = FIRST_PAUSE_SECONDS;
  }
}
