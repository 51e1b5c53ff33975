import { type Key } from '../access/key.js';
import { type ParameterError } from '../errors/quern-error.js';
import { type RequestTrace } from '../traces/trace.js';
import { type Slice } from '../pages/take-slice.js';
import { type BoundQuery } from './bound-query.js';
import { type Span } from '../parameters/time-of-call.js';
import { type CallParameters } from '../parameters/query-string.js';

/** The parameters of a call as texts, as those of a URL are. */
export interface GivenParameters {
  readonly parameters: CallParameters;
  /** Mistakes in values that are no text, which are told with all others. */
  readonly mistakes?: readonly ParameterError[];
}

/** One call of an endpoint, from any interface. */
export interface Call extends GivenParameters {
  readonly key: Key;
  /** Id or name. */
  readonly endpoint: string;
  /** Whether undeclared parameters are errors instead of being ignored (RFC 7240, `Prefer: handling=strict`). */
  readonly strict: boolean;
  /** Names that the interface takes beside those of the endpoint, and whose slips are errors. */
  readonly reserved?: readonly string[];
}

/** A call that may be executed: the endpoint exists, the key may call it, and every parameter has its value. */
export interface PreparedCall {
  readonly key: Key;
  readonly query: BoundQuery;
  /** Parameters of the call that the endpoint does not declare. */
  readonly ignored: readonly string[];
  /** The reference of the Link to the next page up to its cursor; undefined where no link is to be sent. */
  readonly nextLink: string | undefined;
  /** Time during which `default: now` gives the same values; undefined where it gave none. */
  readonly validDuring: Span | undefined;
  /**
   * First call of its endpoint as it is defined now, in milliseconds since 1970: earlier answers may have been another definition's.
   * Undefined where the rows of the URL change with the time, or with the values that the key is bound to.
   */
  readonly datedFrom: number | undefined;
  /** The rows of the result that the call wants; undefined for all. */
  readonly slice: Slice | undefined;
  /** The SQL that the caller sent to a sandboxed endpoint, as it was written. */
  readonly sandboxSqlAsWritten: string | undefined;
}

/** A call that is answered later, so that its run may take as long as the file's `async_timeout`. */
export interface SlowCall {
  readonly progress: RunProgress;
}

/** The request that makes a call, for logs and traces. */
export interface CallingRequest {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** Undefined where traces are off. */
  readonly trace: RequestTrace | undefined;
}

/** The request directives of RFC 9111 section 5.2.1 that Quern follows. */
export interface CacheDirectives {
  /** Whether the query must be run even if there is a fresh result. */
  readonly noCache: boolean;
  /** Whether the call may start no run: it is answered from the cache, or with an error. */
  readonly onlyIfCached: boolean;
}

export const NO_DIRECTIVES: CacheDirectives = { noCache: false, onlyIfCached: false };

/** Returns a run's place in a queue, from 1; undefined after it has left the queue. */
export type PlaceInQueue = () => number | undefined;

/** Progress of a run, for clients that ask while it is under way. */
export class RunProgress {
  private placeInLast: PlaceInQueue = () => undefined;
  private followed: RunProgress | undefined;

  /** Called when the run comes into a queue; it is in one at a time. */
  readonly onQueued = (place: PlaceInQueue): void => {
    this.placeInLast = place;
  };

  /** Reports the progress of this other run from now on, since that is the one that is waited for. */
  follow(progress: RunProgress): void {
    this.followed = progress;
  }

  /** Undefined for a run that waits in no queue. */
  get place(): number | undefined {
    return this.followed ? this.followed.place : this.placeInLast();
  }
}
