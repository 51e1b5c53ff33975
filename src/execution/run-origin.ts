import { type Budget } from '../config/budget.js';
import { type BoundQuery } from './bound-query.js';
import { type CallingRequest, type SlowCall } from './call.js';
import { type RunCause } from '../answers/ended-run.js';

/** On whose behalf a result is loaded, and why. */
export interface RunOrigin {
  /** As in a Statement: for the engine, where callers take turns, and for the log. */
  readonly caller: string;
  /** For a `client` it is urgent, and may come from another replica. */
  readonly cause: RunCause;
  /** The client has asked for a run, so that no result will do that was made before. */
  readonly forced?: boolean;
  /** As in a CachedResult; a result that is made anew ahead of time stays with the key that it was for, while it is there. */
  readonly chargedTo?: string | undefined;
  /** Of the key whose call it is. */
  readonly budget?: Budget | undefined;
  /** The request that waits for it; a run that others join is the first one's, and has its ids. */
  readonly request?: CallingRequest | undefined;
  /** The client is answered later. */
  readonly slow?: SlowCall | undefined;
}

/** Does a client wait for it? */
export function isClients({ cause }: RunOrigin): boolean {
  return cause === 'client';
}

/**
 * What those name who share a run, and those who are refused one since it has just failed. A call that may take longer than others has
 * runs of its own: to join another one's would take the time from it, or give it to the other.
 */
export function sharedRunOf(query: BoundQuery, slow: SlowCall | undefined): string {
  return secondsFor(query, slow) === undefined ? query.cacheKey : `${query.cacheKey}\nslow`;
}

/** How long the run of a slow call may take, where that is longer than others may. */
export function secondsFor({ endpoint }: BoundQuery, slow: SlowCall | undefined): number | undefined {
  const { asyncTimeoutSeconds = 0, timeoutSeconds } = endpoint;
  return slow && asyncTimeoutSeconds > timeoutSeconds ? asyncTimeoutSeconds : undefined;
}
