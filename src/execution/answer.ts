import { type CacheUse } from '../answers/answer-facts.js';
import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/**
 * Where an answer came from: from the cache (`hit`, or `stale` because the engine failed or a budget is used up), or from a run, because there was no
 * result (`miss`), because it was too old (`expired`), because the client demanded a run (`forced`), or because the endpoint is
 * not cached (`disabled`).
 */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'expired' | 'forced' | 'disabled';

export interface Answer {
  readonly endpoint: Endpoint;
  /** What it answers; undefined for the kept rows of a run. */
  readonly query?: BoundQuery;
  readonly result: CachedResult;
  readonly outcome: CacheOutcome;
  /** As in its result; undefined where a form has been made of that since. */
  readonly isVerified?: boolean | undefined;
  /** It is `stale` since a budget is used up. */
  readonly isForBudget?: boolean;
  /** When it changed last, in milliseconds of a whole second since the epoch; undefined where no date can say. */
  readonly modifiedAt?: number | undefined;
  /** Seconds since the engine was asked, or the result verified. */
  readonly ageSeconds: number;
  /** The call joined a run that another call had started. */
  readonly collapsed: boolean;
  /** Milliseconds that the engine took, where this answer waited for a run. */
  readonly engineMs: number | undefined;
  /** The result is in the cache. */
  readonly stored: boolean;
  /** As in a PreparedCall. */
  readonly nextLink: string | undefined;
  /** How many rows there are in all, where these are the slice that the call wanted: made for it alone, and not kept. */
  readonly totalRows?: number;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
}

const USES: Readonly<Record<CacheOutcome, CacheUse>> = {
  hit: 'hit',
  stale: 'stale',
  miss: 'miss',
  expired: 'miss',
  forced: 'bypass',
  disabled: 'bypass',
};

export function cacheUseOf({ outcome, collapsed }: Answer): CacheUse {
  return collapsed && outcome !== 'stale' ? 'joined' : USES[outcome];
}
