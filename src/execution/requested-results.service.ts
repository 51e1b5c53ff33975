import { Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type ResultListener } from './result-loader.service.js';

/**
 * Tells of results that clients ask for. Warming listens: it refreshes requested results, and learns which ones clients have waited for.
 */
@Injectable()
export class RequestedResults {
  private readonly listeners = new Set<ResultListener>();
  private readonly waitedListeners = new Set<ResultListener>();

  /** Reports the first client that is answered with this result without having waited for it. */
  first(query: BoundQuery, result: CachedResult): void {
    for (const listener of this.listeners) listener(query, result);
  }

  /** Reports a client that found no fresh result in memory, and has waited for this one. */
  waited(query: BoundQuery, result: CachedResult): void {
    for (const listener of this.waitedListeners) listener(query, result);
  }

  /** Calls back when a client has waited for a result. */
  onWaited(listener: ResultListener): void {
    this.waitedListeners.add(listener);
  }

  /** Calls back when a client asks for a result for the first time since it was made. */
  onRequested(listener: ResultListener): void {
    this.listeners.add(listener);
  }
}
