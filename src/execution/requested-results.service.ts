import { Injectable } from '@nestjs/common';
import { type CachedResult } from '../cache/cached-result.js';
import { type BoundQuery } from './bound-query.js';
import { type ResultListener } from './result-loader.service.js';

/** Keeps track of which results clients have asked for since they were made, and tells warming, which refreshes those. */
@Injectable()
export class RequestedResults {
  private readonly listeners = new Set<ResultListener>();

  /** A client is answered with this result, and has not waited for it to be made. */
  mark(query: BoundQuery, result: CachedResult): void {
    if (result.requested) return;
    result.requested = true;
    for (const listener of this.listeners) listener(query, result);
  }

  /** Tells when a client asks for a result for the first time since it was made. */
  onRequested(listener: ResultListener): void {
    this.listeners.add(listener);
  }
}
