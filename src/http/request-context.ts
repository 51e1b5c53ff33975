import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';

/** What is known of a request beside its own text. */
export interface RequestContext {
  /** From `X-Request-Id` if the client sent a usable one, else made here. */
  readonly requestId: string;
  /** The trace that this request belongs to (`traceparent`, W3C Trace Context), for the log. */
  readonly traceId: string | undefined;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** The context of a request, made when it is first asked for. */
export function contextOf(request: IncomingMessage): RequestContext {
  const known = contexts.get(request);
  if (known) return known;
  const context: RequestContext = {
    requestId: requestId(request.headers['x-request-id']),
    traceId: traceId(request.headers.traceparent),
    startedAt: performance.now(),
  };
  contexts.set(request, context);
  return context;
}

/** Only what can stand in a log line and a header as it is. */
const REQUEST_ID = /^[A-Za-z0-9._~+/=-]{1,128}$/;

function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function traceId(header: string | string[] | undefined): string | undefined {
  const id = typeof header === 'string' ? TRACEPARENT.exec(header)?.[1] : undefined;
  return id === '0'.repeat(32) ? undefined : id;
}
