import { type ErrorCode } from '../errors/error-codes.js';

/**
 * What the cache did for an answer: it had the result (`hit`), or one that was too old, after a failure or where a budget was used up
 * (`stale`); a run was made (`miss`) or had been started by another call (`joined`); it was not asked, since the endpoint is not cached
 * or the call forced a run (`bypass`); or no result was answered with (`none`).
 */
export const CACHE_USES = ['hit', 'stale', 'miss', 'joined', 'bypass', 'none'] as const;
export type CacheUse = (typeof CACHE_USES)[number];

/** The path of a request that is none of ours. */
export const OTHER_ROUTE = '_other';

/** The methods that metrics and spans name, as OpenTelemetry has them: any other text would be the client's. */
export const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);

/** The method of what was no request that could be read (OpenTelemetry's word for it). */
export const OTHER_METHOD = '_OTHER';

/** The status of an answer that was never sent, since its client had left. */
export const CLIENT_LEFT = 499;

export interface AnswerFacts {
  readonly method: string;
  /** Such as `/api/endpoints/query/{endpoint}`; one of those that there are, or `_other`. */
  readonly route: string;
  readonly status: number;
  /** The connection was gone before all of it was sent. Of a hit that is not waited for, and is false. */
  readonly isCut: boolean;
  /** A hit that was answered before Express: of many in a second only some are timed. */
  readonly isSampled: boolean;
  readonly endpoint: { readonly id: string; readonly name: string } | undefined;
  /** Of the caller; undefined where nobody could be authenticated. */
  readonly keyId: string | undefined;
  readonly cache: CacheUse;
  readonly errorCode: ErrorCode | undefined;
  /** Seconds since the engine was asked; of an answer with rows. */
  readonly ageSeconds: number | undefined;
  readonly rows: number | undefined;
  /** Of the body, in the coding in which it was sent. */
  readonly bodyBytes: number;
  /**
   * By `performance.now()`, when the request's header had come; undefined where nothing came that could be read, and of hits
   * that are not timed.
   */
  readonly startedAt: number | undefined;
  /** From then until the answer was sent; of a hit, until it was handed to the connection. */
  readonly milliseconds: number | undefined;
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly traceparent: string | undefined;
  /** Behind the operator's own proxies; empty where it is not known any more. */
  readonly clientAddress: string;
}
