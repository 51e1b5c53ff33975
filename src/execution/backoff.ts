import { LRUCache } from 'lru-cache';
import { type Clock } from '../config/clock.js';
import { QuernError } from '../errors/quern-error.js';

interface Failures {
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The detail of `null_in_column`; undefined where the engine itself has failed. */
  readonly nulls: string | undefined;
}

const FIRST_SECONDS = 1;
const MAX_SECONDS = 30;

/** Most cache keys that are remembered, and most characters of them. A query whose key is forgotten is only run again too early. */
const MAX_KEYS = 10_000;
const MAX_CHARACTERS = 16_000_000;

/**
 * Keeps a query that fails from being run again at once. It is refused for one second after the first failure, for twice as long after each
 * further one, and for half a minute at most. A success resets it.
 */
export class Backoff {
  private readonly failures = new LRUCache<string, Failures>({
    max: MAX_KEYS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ nulls = '' }, key) => key.length + nulls.length + 1,
  });

  constructor(private readonly clock: Clock) {}

  /**
   * @throws QuernError while the key may not be run: `null_in_column` again where that was the failure, since waiting mends no rows; else
   * `backing_off`
   */
  refuse(key: string): void {
    const until = this.until(key);
    if (until === undefined) return;
    const nulls = this.failures.get(key)?.nulls;
    if (nulls !== undefined) throw new QuernError('null_in_column', nulls);
    const seconds = Math.ceil((until - this.clock()) / 1000);
    throw new QuernError('backing_off', `This query failed a moment ago; it is run again in ${seconds} s.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** Time at which the key may be run again, in milliseconds since the epoch; undefined when it may be run now. */
  until(key: string): number | undefined {
    const until = this.failures.get(key)?.until;
    if (until === undefined) return undefined;
    const left = until - this.clock();
    // A longer wait than the longest means that the clock has been turned back since it began.
    return left > 0 && left <= MAX_SECONDS * 1000 ? until : undefined;
  }

  failed(key: string, error?: unknown): void {
    const count = this.failures.get(key)?.count ?? 0;
    const seconds = Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** count);
    const nulls = error instanceof QuernError && error.code === 'null_in_column' ? error.detail : undefined;
    this.failures.set(key, { count: count + 1, until: this.clock() + seconds * 1000, nulls });
  }

  succeeded(key: string): void {
    this.failures.delete(key);
  }
}
