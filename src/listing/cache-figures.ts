import { type CachedResult } from '../cache/cached-result.js';
import { entrySize } from '../cache/entry-size.js';
import { isFormKey } from '../forms/form-key.js';
import { endpointIdOf } from '../execution/bound-query.js';
import { type Warming } from '../warming/warming.service.js';

interface CachedOfEndpoint {
  /** The forms of a result are no entries of their own. */
  readonly entries: number;
  readonly bytes: number;
  /** Age of the oldest result, in seconds. */
  readonly oldest_age: number | null;
  /** Time of the next refresh, ISO 8601. */
  readonly next_refresh: string | null;
}

const NOTHING: CachedOfEndpoint = { entries: 0, bytes: 0, oldest_age: null, next_refresh: null };

/** Adds up the results in the cache, by the ids of endpoints. */
export class CacheFigures {
  private readonly byId = new Map<string, CachedOfEndpoint>();

  /** @param now in milliseconds */
  constructor(
    private readonly now: number,
    private readonly warming: Pick<Warming, 'nextRefresh'>,
  ) {}

  add(key: string, result: CachedResult): void {
    const id = endpointIdOf(key);
    const { entries, bytes, oldest_age, next_refresh } = this.of(id);
    const age = Math.round((this.now - result.createdAt) / 1000);
    const refresh = this.warming.nextRefresh(key);
    const next = refresh === undefined ? null : new Date(refresh * 1000).toISOString();
    this.byId.set(id, {
      entries: isFormKey(key) ? entries : entries + 1,
      bytes: bytes + entrySize(key, result),
      oldest_age: oldest_age === null ? age : Math.max(oldest_age, age),
      next_refresh: next !== null && (next_refresh === null || next < next_refresh) ? next : next_refresh,
    });
  }

  of(id: string): CachedOfEndpoint {
    return this.byId.get(id) ?? NOTHING;
  }
}
