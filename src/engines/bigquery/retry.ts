import { setTimeout } from 'node:timers/promises';
import { orAborted } from '../deadline.js';
import { isPassing, queryFailure } from './failure.js';

/** Waits before the second and the third try, in milliseconds. */
export const PAUSES_MS: readonly number[] = [200, 800];

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Time at which the signal is aborted, by `performance.now()`. */
  readonly endsAt: number;
  readonly pausesMs: readonly number[];
}

/**
 * Calls BigQuery, and repeats the call after failures that may pass, while there is time. Only calls that read go through here.
 */
export async function withRetries<T>(call: () => Promise<T>, { signal, endsAt, pausesMs }: RetryOptions): Promise<T> {
  for (const pause of [...pausesMs, Infinity]) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || performance.now() + pause > endsAt) throw queryFailure(error);
    }
    await orAborted(setTimeout(pause), signal);
  }
  throw new Error('The last try returns or throws.');
}
