import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type AnswerFacts, CLIENT_LEFT, OTHER_METHOD, OTHER_ROUTE } from '../../answers/answer-facts.js';
import { AnswerObservers } from '../../answers/answer-observers.service.js';
import { Settings } from '../../config/settings.js';
import { onceGone } from '../../limits/once-gone.js';
import { Traces } from '../../traces/traces.service.js';
import { CALL_ROUTE, ROWS_ROUTE } from '../../parameters/call-path.js';
import { clientAddress } from '../request/client-address.js';
import { beginContext, joinTrace, NOTHING_KNOWN, traceparentOf } from '../request/request-context.js';

const NO_RESULT = { cache: 'none', ageSeconds: undefined, rows: undefined } as const;

/** Reports the answers of Express to the observers, once each, when they have been sent. `CachedAnswerHandler` reports its own. */
@Injectable()
export class AnswerReports {
  constructor(
    private readonly observers: AnswerObservers,
    private readonly traces: Traces,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Makes spans of hits from now on. */
  traceHits(): void {
    this.observers.add({
      answered: (facts) => {
        if (facts.isEarlyHit) this.traces.hit(facts);
      },
    });
  }

  /** Reports the answer to this request as soon as it has been sent, or cannot be sent any more. */
  follow(request: IncomingMessage, response: ServerResponse, startedAt: number): void {
    const context = beginContext(request, startedAt);
    const { method = '', url = '' } = request;
    const route = routeOf(url);
    const traceparent = traceparentOf(request);
    const trace = this.traces.beginRequest({ method, route, traceparent, startedAt });
    if (trace) joinTrace(request, trace);
    const address = clientAddress(request, this.settings.trustedProxies);
    onceGone(request, response, () => {
      const { refused } = context;
      const status = refused?.status ?? (response.headersSent ? response.statusCode : CLIENT_LEFT);
      const facts: AnswerFacts = {
        method,
        route,
        status,
        isCut: refused === undefined && !response.writableFinished,
        isEarlyHit: false,
        ...context.known,
        // A refusal has no rows, even if there was a result: too much of others may be unread, or the client has left.
        ...(status >= 400 && NO_RESULT),
        bodyBytes: refused?.bodyBytes ?? bodyBytesOf(method, response),
        startedAt,
        milliseconds: performance.now() - startedAt,
        requestId: context.requestId,
        traceId: context.traceId,
        traceparent,
        clientAddress: () => address,
      };
      this.observers.tell(facts);
      trace?.end(facts);
    });
  }

  /** Reports an answer that was given before there was a request to look at. */
  refused(
    facts: Pick<AnswerFacts, 'status' | 'errorCode' | 'requestId' | 'bodyBytes' | 'clientAddress'>,
    method = OTHER_METHOD,
  ): void {
    this.observers.tell({
      ...NOTHING_KNOWN,
      ...facts,
      method,
      route: OTHER_ROUTE,
      isCut: false,
      isEarlyHit: false,
      startedAt: undefined,
      milliseconds: undefined,
      traceId: undefined,
      traceparent: undefined,
    });
  }
}

/** The length of a body, which all answers with a body declare. */
function bodyBytesOf(method: string, response: ServerResponse): number {
  if (method === 'HEAD' || !response.headersSent || response.statusCode === 304) return 0;
  return Number(response.getHeader('content-length') ?? 0);
}

/** All paths; a name in braces stands for a segment of any text. */
export const ROUTES = [
  ROWS_ROUTE,
  CALL_ROUTE,
  '/api/endpoints/{endpoint}/explain',
  '/api/endpoints/{endpoint}/history',
  '/api/endpoints/{endpoint}',
  '/api/endpoints',
  '/api/openapi.json',
  '/api/runs/{run}/rows.{form}',
  '/api/runs/{run}/rows',
  '/api/runs/{run}',
  '/api/spend',
  '/',
  '/console',
  '/console/{asset}',
  '/health',
  '/livez',
  '/mcp',
  '/metrics',
  '/readyz',
] as const;

/** Compared as Express compares paths: in any case, with or without a slash at the end. */
const PATTERNS = ROUTES.map((route) => {
  const segments = route.split(/\{\w+\}/).map((text) => text.replace(/[.]/g, '\\$&'));
  return { route, pattern: new RegExp(`^${segments.join('[^/]+')}/?$`, 'i') };
});

/**
 * The route that a URL names; `_other` for any other path. Requests that are refused before they are routed, such as those without a key,
 * are counted under the route that they would have reached.
 */
function routeOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? OTHER_ROUTE;
}
