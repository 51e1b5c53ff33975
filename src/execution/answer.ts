import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/**
 * The origin of an answer: the cache (`hit`, or `stale` because the engine failed or a budget is used up), or a run, because there was no
 * result (`miss`), because it was too old (`expired`), because the client demanded a run (`forced`), or because the endpoint is not cached
 * (`disabled`).
 */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'expired' | 'forced' | 'disabled';

export interface Answer {
  readonly endpoint: Endpoint;
  /** The query that it answers; undefined for the kept rows of a run. */
  readonly query?: BoundQuery;
  readonly result: CachedResult;
  readonly outcome: CacheOutcome;
  /** Whether the result was verified; undefined where another form has been made of it since. */
  readonly isVerified?: boolean | undefined;
  /** Whether it is `stale` because a budget is used up. */
  readonly isForBudget?: boolean;
  /** Time of the last change, in milliseconds of a whole second since the epoch; undefined where there is no certain one. */
  readonly modifiedAt?: number | undefined;
  /** Seconds since the engine was asked, or the result verified. */
  readonly ageSeconds: number;
  /** Whether the call joined a run that another call had started. */
  readonly collapsed: boolean;
  /** Milliseconds that the engine took, where this answer waited for a run. */
  readonly engineMs: number | undefined;
  /** Whether the result, or the whole result of a slice, is in the cache. */
  readonly stored: boolean;
  /** As in a PreparedCall. */
  readonly nextLink: string | undefined;
  /** Number of rows in all, if these are a slice, which is made for one call alone and not kept. */
  readonly totalRows?: number;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
}

/** Whether these rows themselves are in the cache, so that what is made of them may be kept as well. */
export function isKept({ stored, totalRows }: Answer): boolean {
  return stored && totalRows === undefined;
}
