import { Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type ResultListener } from './result-loader.service.js';

/** Counts how often clients have asked for results since they were made, and tells warming of those, which it refreshes, and of those that clients have waited for. */
@Injectable()
export class RequestedResults {
  private readonly listeners = new Set<ResultListener>();
  private readonly waitedListeners = new Set<ResultListener>();

  /** A client is answered with this result, and has not waited for it to be made. */
  mark(query: BoundQuery, result: CachedResult): void {
    result.requests += 1;
    if (result.requests > 1) return;
    for (const listener of this.listeners) listener(query, result);
  }

  /** A client found no fresh result in memory, and has waited for this one. */
  waited(query: BoundQuery, result: CachedResult): void {
    for (const listener of this.waitedListeners) listener(query, result);
  }

  /** Tells when a client has waited for a result. */
  onWaited(listener: ResultListener): void {
    this.waitedListeners.add(listener);
  }

  /** Tells when a client asks for a result for the first time since it was made. */
  onRequested(listener: ResultListener): void {
    this.listeners.add(listener);
  }
}
