import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Interval } from '@nestjs/schedule';
import { type AnswerFacts, CLIENT_LEFT, OTHER_METHOD, OTHER_ROUTE } from '../../answers/answer-facts.js';
import { AnswerObservers } from '../../answers/answer-observers.service.js';
import { Settings } from '../../config/settings.js';
import { type Answer } from '../../execution/answer.js';
import { onceGone } from '../../limits/once-gone.js';
import { parentOf } from '../../traces/span-ref.js';
import { Traces } from '../../traces/traces.service.js';
import { clientAddress } from '../request/client-address.js';
import { beginContext, joinTrace, NOTHING_KNOWN, traceparentOf } from '../request/request-context.js';
import { type Reply } from '../replies.service.js';
import { type ResponseHead } from '../response-head.js';

/**
 * Number of hits that are timed each second; of later ones every 61st is, unless an observer wants all to be. It is prime, so that
 * clients that take turns with each other are timed alike.
 */
const TIMED_HITS = 61;

const NO_RESULT = { cache: 'none', ageSeconds: undefined, rows: undefined } as const;

/** Reports every answer to the observers, once: a hit when it is written, any other when it has been sent. */
@Injectable()
export class AnswerReports {
  /** Hits of this second. */
  private hits = 0;

  constructor(
    private readonly observers: AnswerObservers,
    private readonly traces: Traces,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Makes spans of hits from now on. */
  traceHits(): void {
    this.observers.add({
      timesHits: true,
      answered: (facts) => {
        if (facts.isSampled) this.traces.hit(facts);
      },
    });
  }

  @Interval('timed hits', 1000)
  beginSecond(): void {
    this.hits = 0;
  }

  /** The time at which a request comes, by `performance.now()`; undefined if it is not to be timed should it become a hit. */
  startOf(): number | undefined {
    const { hits, observers } = this;
    const isTimed = hits < TIMED_HITS || hits % TIMED_HITS === 0 || observers.timesHits;
    return isTimed ? performance.now() : undefined;
  }

  /** Reports a hit as soon as it is written: waiting for its end would cost too much, for the most frequent of answers. */
  hit(
    request: IncomingMessage,
    answer: Answer,
    reply: Reply<ResponseHead>,
    requestId: string,
    startedAt: number | undefined,
  ): void {
    if (!this.observers.any) return;
    this.hits += 1;
    const milliseconds = startedAt === undefined ? undefined : performance.now() - startedAt;
    const proxies = this.settings.trustedProxies;
    const facts = new HitFacts(request, answer, reply, requestId, startedAt, milliseconds, proxies);
    this.observers.tell(facts);
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
        isSampled: false,
        ...context.known,
        // A refusal has no rows, even if there was a result: too much of others may be unread, or the client has left.
        ...(status >= 400 && NO_RESULT),
        bodyBytes: refused?.bodyBytes ?? bodyBytesOf(method, response),
        startedAt,
        milliseconds: performance.now() - startedAt,
        requestId: context.requestId,
        traceId: context.traceId,
        traceparent,
        clientAddress: address,
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
      isSampled: false,
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

/** The facts of a hit, each worked out only when an observer reads it. */
export class HitFacts implements AnswerFacts {
  readonly isCut = false;
  readonly isSampled = true;
  readonly cache = 'hit';
  readonly errorCode = undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly answer: Answer,
    private readonly reply: Reply<ResponseHead>,
    readonly requestId: string,
    readonly startedAt: number | undefined,
    readonly milliseconds: number | undefined,
    private readonly trustedProxies: number,
  ) {}

  get method(): string {
    return this.request.method ?? '';
  }

  get route(): string {
    return this.reply.head.isFile ? '/api/endpoints/query/{endpoint}/rows.{form}' : '/api/endpoints/query/{endpoint}';
  }

  get status(): number {
    return this.reply.isNotModified ? 304 : 200;
  }

  get keyId(): string | undefined {
    return this.reply.keyId;
  }

  get endpoint(): AnswerFacts['endpoint'] {
    return this.answer.endpoint;
  }

  get ageSeconds(): number {
    return this.answer.ageSeconds;
  }

  get rows(): number {
    return this.answer.result.rows;
  }

  get bodyBytes(): number {
    return this.reply.body?.length ?? 0;
  }

  get traceId(): string | undefined {
    return parentOf(this.traceparent)?.traceId;
  }

  get traceparent(): string | undefined {
    return traceparentOf(this.request);
  }

  get clientAddress(): string {
    return clientAddress(this.request, this.trustedProxies);
  }
}

/** All paths; a name in braces stands for a segment of any text. */
export const ROUTES = [
  '/api/endpoints/query/{endpoint}/rows.{form}',
  '/api/endpoints/query/{endpoint}',
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
export function routeOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? OTHER_ROUTE;
}
