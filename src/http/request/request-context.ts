import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { CONTEXT } from './request-marks.js';
import { type RequestTrace, type TracedRequest } from '../../traces/trace.js';

type Known = Pick<AnswerFacts, 'endpoint' | 'keyId' | 'cache' | 'errorCode' | 'ageSeconds' | 'rows'>;

/** What a request is known by in answers and in the log. */
export interface RequestContext extends TracedRequest {
  /** From `X-Request-Id` if the client sent a usable one, else made here. */
  readonly requestId: string;
  /** The trace that this request belongs to: its own span's, else that of its `traceparent` (W3C Trace Context). */
  readonly traceId: string | undefined;
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number;
  /** What has become known of its answer so far; the stages of a call write it down as they come by. */
  readonly known: { -readonly [Fact in keyof Known]: Known[Fact] };
}

interface Contextual extends IncomingMessage {
  [CONTEXT]?: { -readonly [Member in keyof RequestContext]: RequestContext[Member] } | undefined;
}

/** The id alone, without making a context. */
export function requestIdOf(request: Contextual, headers: IncomingHttpHeaders): string {
  return request[CONTEXT]?.requestId ?? requestId(headers['x-request-id']);
}

/** The context of a request, made when it is first asked for. It is kept on the request, which costs less than a map. */
export function contextOf(request: Contextual): RequestContext {
  return request[CONTEXT] ?? beginContext(request, performance.now());
}

/** The same for a request that came at `startedAt`. */
export function beginContext(request: Contextual, startedAt: number): RequestContext {
  return mutableContext(request, startedAt);
}

/** From now on the request belongs to this trace. */
export function joinTrace(request: Contextual, trace: RequestTrace): void {
  const context = mutableContext(request, performance.now());
  context.trace = trace;
  context.traceId = trace.traceId;
}

function mutableContext(request: Contextual, startedAt: number): NonNullable<Contextual[typeof CONTEXT]> {
  return (request[CONTEXT] ??= {
    requestId: requestId(request.headers['x-request-id']),
    traceId: traceIdOf(request.headers.traceparent),
    trace: undefined,
    startedAt,
    known: {
      endpoint: undefined,
      keyId: undefined,
      cache: 'none',
      errorCode: undefined,
      ageSeconds: undefined,
      rows: undefined,
    },
  });
}

/** Characters that need no escaping in a log line and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._~+/=-]{1,128}$/;

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newRequestId();
}

/**
 * The last three digits are looked up, and the text before them is made once for a thousand requests: where V8 turns a number into text,
 * it keeps that text in a table, so that each request would leave one that outlives a collection of young objects.
 */
export function newRequestId(): string {
  last += 1;
  if (last === LAST_DIGITS.length) {
    last = 0;
    thousands += 1;
    beginning = `${PROCESS}-${thousands}`;
  }
  return `${beginning}${LAST_DIGITS[last]}`;
}

/** Begins the ids of this process, which count its requests from 1000 on: they must be unique, and may be easy to guess. */
const PROCESS = randomBytes(12).toString('hex');
const LAST_DIGITS: readonly string[] = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0'));
let thousands = 1;
let last = -1;
let beginning = `${PROCESS}-${thousands}`;

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a `traceparent` names; undefined where there is none that can be used. */
export function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  const id = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return id === '0'.repeat(32) ? undefined : id;
}

/** The header field as the client sent it. */
export function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}
