import { Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type ResultListener } from './result-loader.service.js';

/**
 * Counts the requests for results since they were made. Warming listens: it refreshes requested results, and learns which ones clients have
 * waited for.
 */
@Injectable()
export class RequestedResults {
  private readonly listeners = new Set<ResultListener>();
  private readonly waitedListeners = new Set<ResultListener>();

  /** Counts a client that is answered with this result without having waited for it. */
  mark(query: BoundQuery, result: CachedResult): void {
    result.requests += 1;
    if (result.requests > 1) return;
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
