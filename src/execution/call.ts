import { type Key } from '../access/key.js';
import { type RequestTrace } from '../traces/trace.js';
import { type Slice } from '../pages/take-slice.js';
import { type BoundQuery } from './bound-query.js';
import { type Span } from '../parameters/time-of-call.js';

/** One call of an endpoint, wherever it comes from. */
export interface Call {
  readonly key: Key;
  /** Id or name. */
  readonly endpoint: string;
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Undeclared parameters are errors instead of being ignored (RFC 7240, `Prefer: handling=strict`). */
  readonly strict: boolean;
}

/** A call that may be executed: the endpoint is there, the key may call it, and every parameter has its value. */
export interface PreparedCall {
  readonly key: Key;
  readonly query: BoundQuery;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
  /** The reference of the Link to the next page up to its cursor; undefined where there is to be none. */
  readonly nextLink: string | undefined;
  /** When `default: now` gives the values that it has given; undefined where it gave none. */
  readonly validDuring: Span | undefined;
  /**
   * When its endpoint was called first as it is now, in milliseconds since 1970: what was answered before may have been another's. Undefined where
   * the URL means other rows with the time, or with what the key is bound to.
   */
  readonly datedFrom: number | undefined;
  /** The rows of the result that the call wants; undefined where that is all of them. */
  readonly slice: Slice | undefined;
  /** The SQL that the caller sent to a sandboxed endpoint, as it was written. */
  readonly sandboxSqlAsWritten: string | undefined;
}

/** A call that is answered later, so that its run may take as long as the file's `async_timeout` says. */
export interface SlowCall {
  readonly progress: RunProgress;
}

/** The request that makes a call, as far as logs and traces tell of it. */
export interface CallingRequest {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** Undefined where traces are off. */
  readonly trace: RequestTrace | undefined;
}

/** The request directives of RFC 9111 section 5.2.1 that Quern heeds. */
export interface CacheDirectives {
  /** Run the query even if there is a fresh result. */
  readonly noCache: boolean;
  /** Answer from what is there, or with an error. */
  readonly onlyIfCached: boolean;
}

export const NO_DIRECTIVES: CacheDirectives = { noCache: false, onlyIfCached: false };

/** Tells a run's place in a queue, from 1; undefined once it waits there no more. */
export type PlaceInQueue = () => number | undefined;

/** How far a run has come, for whoever asks while it is under way. */
export class RunProgress {
  private placeInLast: PlaceInQueue = () => undefined;
  private followed: RunProgress | undefined;

  /** The run has come into a queue. It is in one at a time. */
  readonly onQueued = (place: PlaceInQueue): void => {
    this.placeInLast = place;
  };

  /** Tells from now on what this one tells, since its run is the one that is waited for. */
  follow(progress: RunProgress): void {
    this.followed = progress;
  }

  /** Undefined for a run that waits in no queue. */
  get place(): number | undefined {
    return this.followed ? this.followed.place : this.placeInLast();
  }
}
