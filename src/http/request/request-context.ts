import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** What a request is known by in answers and in the log. */
export interface RequestContext {
  /** From `X-Request-Id` if the client sent a usable one, else made here. */
  readonly requestId: string;
  /** The trace that this request belongs to (`traceparent`, W3C Trace Context), for the log. */
  readonly traceId: string | undefined;
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number;
}

const CONTEXT = Symbol('context');

interface Contextual extends IncomingMessage {
  [CONTEXT]?: RequestContext | undefined;
}

/** The id alone, without making a context. */
export function requestIdOf(request: Contextual, headers: IncomingHttpHeaders): string {
  return request[CONTEXT]?.requestId ?? requestId(headers['x-request-id']);
}

/** The context of a request, made when it is first asked for. It is kept on the request, which costs less than a map. */
export function contextOf(request: Contextual): RequestContext {
  return (request[CONTEXT] ??= {
    requestId: requestId(request.headers['x-request-id']),
    traceId: traceId(request.headers.traceparent),
    startedAt: performance.now(),
  });
}

/** Characters that need no escaping in a log line and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._~+/=-]{1,128}$/;

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newRequestId();
}

export function newRequestId(): string {
  return `${PROCESS}-${++requests}`;
}

/** Begins the ids of this process, which count its requests: they must be unique, and may be easy to guess. */
const PROCESS = randomBytes(12).toString('hex');
let requests = 0;

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function traceId(header: string | string[] | undefined): string | undefined {
  const id = typeof header === 'string' ? TRACEPARENT.exec(header)?.[1] : undefined;
  return id === '0'.repeat(32) ? undefined : id;
}
