import { type ErrorCode } from '../errors/error-codes.js';

/**
 * The part of the cache in an answer: it had the result (`hit`), or one that was too old, after a failure or where a budget was used up
 * (`stale`); a run was made (`miss`) or had been started by another call (`joined`); it was not asked, since the endpoint is not cached or
 * the call forced a run (`bypass`); or the answer has no result (`none`).
 */
export const CACHE_USES = ['hit', 'stale', 'miss', 'joined', 'bypass', 'none'] as const;
export type CacheUse = (typeof CACHE_USES)[number];

/** The route of a request to an unknown path. */
export const OTHER_ROUTE = '_other';

/** The methods that metrics and spans name, as OpenTelemetry has them: any other text would be the client's own. */
export const METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
);

/** The method of a request that could not be read (OpenTelemetry's word for it). */
export const OTHER_METHOD = '_OTHER';

/** The status of an answer that was never sent, since its client had left. */
export const CLIENT_LEFT = 499;

export interface AnswerFacts {
  readonly method: string;
  /** One of `ROUTES` (`http/observed/answer-reports.service.ts`), such as `/api/endpoints/query/{endpoint}`, or `_other`. */
  readonly route: string;
  readonly status: number;
  /** Whether the connection was gone before all of it was sent; false for a hit, which is not waited for. */
  readonly isCut: boolean;
  /** Whether it was answered before Express, so that no trace follows it. */
  readonly isEarlyHit: boolean;
  readonly endpoint: { readonly id: string; readonly name: string } | undefined;
  /** Id of the caller's key; undefined where none was authenticated. */
  readonly keyId: string | undefined;
  readonly cache: CacheUse;
  readonly errorCode: ErrorCode | undefined;
  /** Seconds since the engine was asked, for an answer with rows. */
  readonly ageSeconds: number | undefined;
  readonly rows: number | undefined;
  /** Size of the body, in the coding of the answer. */
  readonly bodyBytes: number;
  /**
   * Time at which the request's header had come, by `performance.now()`; undefined where nothing came that could be read.
   */
  readonly startedAt: number | undefined;
  /** Milliseconds from then until the answer was sent; until a hit was handed to the connection. */
  readonly milliseconds: number | undefined;
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly traceparent: string | undefined;
  /**
   * Returns the address in front of the operator's own proxies, or an empty text where it is not known any more. Working it out takes time that
   * hits have only for observers who want it.
   */
  readonly clientAddress: () => string;
}
