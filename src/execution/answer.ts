import { type CachedResult } from '../cache/cached-result.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/**
 * Where an answer came from: from the cache (`hit`, or `stale` because the engine failed), or from a run, since there was
 * nothing (`miss`), what there was had become too old (`expired`), the client wanted it so (`forced`), or nothing is cached
 * at all (`disabled`).
 */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'expired' | 'forced' | 'disabled';

export interface Answer {
  readonly endpoint: Endpoint;
  readonly result: CachedResult;
  readonly outcome: CacheOutcome;
  /** Seconds since the engine was asked. */
  readonly ageSeconds: number;
  /** The run was under way already, for somebody else. */
  readonly collapsed: boolean;
  /** Milliseconds of the run that this answer waited for. */
  readonly engineMs: number | undefined;
  /** The result is in the cache now. */
  readonly stored: boolean;
  readonly ignored: readonly string[];
}
