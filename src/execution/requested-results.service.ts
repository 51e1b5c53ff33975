import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { type ResultEvent } from './result-loader.service.js';

interface RequestEvents {
  /** The first client is answered with this result without having waited for it. */
  first: ResultEvent;
  /** A client has found no fresh result in memory, and has waited for this one. */
  waited: ResultEvent;
}

/**
 * Tells of results that clients ask for. Warming listens: it refreshes requested results, and learns which ones clients have waited for.
 */
@Injectable()
export class RequestedResults {
  readonly events = new EventEmitter<RequestEvents>();
}
