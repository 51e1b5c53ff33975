import { setTimeout } from 'node:timers/promises';
import { QuernError } from '../../errors/quern-error.js';

/** Waits before the second and the third try, in milliseconds. */
const PAUSES_MS = [200, 800];

/**
 * Repeats a call that BigQuery could not answer for the moment. Only calls that may be repeated go through here: reads,
 * and jobs.query, whose `requestId` makes the repetition the same job. The signal ends the waiting.
 */
export async function retried<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await setTimeout(pause, undefined, { signal }).catch(() => {
      throw signal.reason;
    });
  }
  return call();
}

function isPassing(error: unknown): boolean {
  return error instanceof QuernError && error.code === 'engine_unavailable';
}
