import { type Answer } from '../../execution/answer.js';
import { cacheUseOf } from '../../execution/endpoint-stats.service.js';
import { randomFillSync } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { type CallingRequest } from '../../execution/call.js';
import { parentOf } from '../../traces/span-ref.js';
import { type RequestTrace } from '../../traces/trace.js';

// Symbols under which files keep their data on a request; here together, so that every request can have all of them from the beginning
// (`express-messages.ts`).

/** `request-caller.ts` */
export const CALLER = Symbol('caller');
/** `request-context.ts` */
export const CONTEXT = Symbol('context');
/** `prepared-calls.ts` */
export const CALL = Symbol('call');
/** `signed-requests.service.ts` */
export const SIGNED = Symbol('signed');

/** Whether the request came by a signed URL, without a key. */
export function isSigned(request: IncomingMessage & { readonly [SIGNED]?: true }): boolean {
  return request[SIGNED] === true;
}

type Known = Pick<AnswerFacts, 'endpoint' | 'keyId' | 'cache' | 'errorCode' | 'ageSeconds' | 'rows'>;

export const NOTHING_KNOWN: Known = {
  endpoint: undefined,
  keyId: undefined,
  cache: 'none',
  errorCode: undefined,
  ageSeconds: undefined,
  rows: undefined,
};

export interface RequestContext extends CallingRequest {
  /** From `X-Request-Id` if the client sent a usable one, else made here. */
  readonly requestId: string;
  /** The trace that this request belongs to: its own span's, else that of its `traceparent` (W3C Trace Context). */
  readonly traceId: string | undefined;
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number;
  /** Facts of its answer that are known so far; each stage of a call adds its own. */
  readonly known: { -readonly [Fact in keyof Known]: Known[Fact] };
  /** The answer where the connection itself was refused, since the rest of the request could not be read. */
  refused: Pick<AnswerFacts, 'status' | 'bodyBytes'> | undefined;
}

interface Contextual extends IncomingMessage {
  [CONTEXT]?: { -readonly [Member in keyof RequestContext]: RequestContext[Member] } | undefined;
}

export function requestIdOf(request: Contextual, headers: IncomingHttpHeaders): string {
  return request[CONTEXT]?.requestId ?? requestId(headers['x-request-id']);
}

/** The context of a request, made on first use. It is kept on the request, which costs less than a map. */
export function contextOf(request: Contextual): RequestContext {
  return request[CONTEXT] ?? beginContext(request, performance.now());
}

/** From now on the request belongs to this trace. */
export function joinTrace(request: Contextual, trace: RequestTrace): void {
  const context = beginContext(request, performance.now());
  context.trace = trace;
  context.traceId = trace.traceId;
}

/** A context for a request that came at `startedAt`. */
export function beginContext(request: Contextual, startedAt: number): NonNullable<Contextual[typeof CONTEXT]> {
  return (request[CONTEXT] ??= {
    requestId: requestId(request.headers['x-request-id']),
    traceId: parentOf(traceparentOf(request))?.traceId,
    trace: undefined,
    startedAt,
    known: { ...NOTHING_KNOWN },
    refused: undefined,
  });
}

/** Characters that need no escaping in a log line and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._~+/=-]{1,128}$/;

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newRequestId();
}

/** 24 random hexadecimal digits, which do not reveal how many requests others make. */
export function newRequestId(): string {
  if (nextId === RANDOM.length) {
    randomFillSync(RANDOM);
    nextId = 0;
  }
  const end = nextId + ID_BYTES;
  const id = RANDOM.toString('hex', nextId, end);
  nextId = end;
  return id;
}

const ID_BYTES = 12;

/** Random bytes for many ids at once, since asking for them takes longer than an id may. */
const RANDOM = Buffer.allocUnsafe(512 * ID_BYTES);
let nextId = RANDOM.length;

export function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Notes the facts of an answer with rows, for the observers. */
export function noteAnswer(request: IncomingMessage, answer: Answer): void {
  const { known } = contextOf(request);
  known.cache = cacheUseOf(answer);
  known.ageSeconds = answer.ageSeconds;
  known.rows = answer.result.rows;
}
