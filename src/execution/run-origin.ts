import { type Budget } from '../config/budget.js';
import { type BoundQuery } from './bound-query.js';
import { type CallingRequest, type SlowCall } from './call.js';
import { type RunCause } from '../answers/ended-run.js';

/** The caller for whom a result is loaded, and the reason. */
export interface RunOrigin {
  /** As in a Statement: for the engine, where callers take turns, and for the log. */
  readonly caller: string;
  /** A run for a `client` is urgent, and may be replaced by another replica's result. */
  readonly cause: RunCause;
  /** Whether the client demands a run, so that no earlier result will do. */
  readonly forced?: boolean;
  /** As in a CachedResult; a refresh ahead of time stays with the key that the result was made for, while that is in the cache. */
  readonly chargedTo?: string | undefined;
  /** Budget of the key whose call it is. */
  readonly budget?: Budget | undefined;
  /** The request that waits for it; a run that others join has the ids of the first one. */
  readonly request?: CallingRequest | undefined;
  /** Set if the client is answered later. */
  readonly slow?: SlowCall | undefined;
}

/** Whether a client waits for it. */
export function isClients({ cause }: RunOrigin): boolean {
  return cause === 'client';
}

/**
 * The name of a run that calls share, also for refusing further ones after it has just failed. A call that may take longer than others has
 * runs of its own: joining would take the time from it, or give it to the others.
 */
export function sharedRunOf(query: BoundQuery, slow: SlowCall | undefined): string {
  return secondsFor(query, slow) === undefined ? query.cacheKey : `${query.cacheKey}\nslow`;
}

/** Seconds that the run of a slow call may take; undefined where that is no longer than for others. */
export function secondsFor({ endpoint }: BoundQuery, slow: SlowCall | undefined): number | undefined {
  const { asyncTimeoutSeconds = 0, timeoutSeconds } = endpoint;
  return slow && asyncTimeoutSeconds > timeoutSeconds ? asyncTimeoutSeconds : undefined;
}
