import { Inject, Injectable, Logger } from '@nestjs/common';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { maySeeCost } from '../access/key.js';
import { QuernError } from '../errors/quern-error.js';
import { errorStack, errorText } from '../errors/error-text.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Executor } from '../execution/executor.service.js';
import { Forms } from '../forms/forms.service.js';
import { cacheDirectives, wantsMeta } from './request/directives.js';
import { acceptedCoding, acceptedForm } from './request/accepted.js';
import { AnswerReports } from './observed/answer-reports.service.js';
import { PreparedCalls } from './prepared-calls.js';
import { RequestCaller } from './request-caller.js';
import { CALL_PREFIX, CALL_ROUTE, ROWS_ROUTE } from '../parameters/call-path.js';
import { clientAddress } from './request/client-address.js';
import { traceparentOf } from './request/request-context.js';
import { parentOf } from '../traces/span-ref.js';
import { AnswerObservers } from '../answers/answer-observers.service.js';
import { headOf, type ResponseHead } from './response-head.js';
import { type RememberedCall, type Wishes, WISHES_BYTES } from './remembered-calls.js';
import { type Answer } from '../execution/answer.js';
import { allowOrigin, RefusedOrigins } from './cors.js';
import { Settings } from '../config/settings.js';
import { bodyIn, Replies } from './replies.service.js';
import { MAX_URL_BYTES } from '../contract/request-limits.js';

/**
 * Answers calls whose result is in memory ahead of Express and Nest, whose pipeline costs several times as much as writing a finished body
 * to a socket. It takes the first two stages of `Executor.execute`, `prepare` and `recall`. If nothing is recalled, or the client wants
 * other bytes than those that are kept, Express takes over and `QueryController` executes the call. It finds on the request what must not
 * be done twice: a caller who was counted or has signed the URL (`RequestCaller`), a call that was prepared here, and the error that either
 * was refused with (`PreparedCalls`). All else is looked up again.
 */
@Injectable()
export class CachedAnswerHandler {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly caller: RequestCaller,
    private readonly calls: PreparedCalls,
    private readonly executor: Executor,
    private readonly forms: Forms,
    private readonly stats: EndpointStats,
    private readonly replies: Replies,
    private readonly reports: AnswerReports,
    private readonly observers: AnswerObservers,
    private readonly refusals: RefusedOrigins,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Returns whether the request has been answered. Refusals are left to Express, which answers with problem details. */
  answer(request: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    try {
      return this.answerFromMemory(request, response, startedAt);
    } catch (error) {
      if (error instanceof QuernError) {
        this.calls.refuse(request, error);
        return false;
      }
      this.logger.error(errorText(error), errorStack(error));
      if (response.headersSent) {
        this.reports.follow(request, response, startedAt);
        response.destroy();
      }
      return response.headersSent;
    }
  }

  private answerFromMemory(request: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(CALL_PREFIX) || url.length > MAX_URL_BYTES)
      return false;
    if (headers.prefer !== undefined && wantsMeta(headers.prefer)) return false;
    const key = this.caller.tryKeyOf(request);
    if (!key) return false;
    const remembered = this.calls.remembered.get(key, request);
    // SQL of the caller's own is counted each time, before the call is found again.
    const isReady = remembered && !remembered.call.sandboxSqlAsWritten;
    const called = isReady ? remembered : this.calls.tryCallOf(request, key);
    if (!called || called.call.slice) return false;
    const wishes = wishesOf(called, headers);
    const { form, coding } = wishes;
    const recalled = form && this.executor.recall(called.call, wishes.directives);
    if (!recalled) return false;
    const kind = form === 'envelope' ? undefined : form;
    const answer = kind ? this.forms.recall(recalled, kind, called.call.query.cacheKey) : recalled;
    if (!answer) return false;
    const body = bodyIn(answer.result, coding);
    if (!wishes.head || !fits(wishes.head, answer, body)) {
      wishes.head = headOf(answer, coding, { kind, isFile: called.form !== undefined, seesCost: maySeeCost(key) });
    }
    const reply = this.replies.replyTo(request, wishes.head, body, key.id);
    // Conditional, since fields that are set beforehand make Node merge two sets of them.
    const { corsOrigins } = this.settings;
    if (corsOrigins && !allowOrigin(request, response, corsOrigins)) this.refusals.refused(request);
    this.caller.setFields(request, response);
    const requestId = this.replies.send(request, response, reply);
    this.executor.countRequest(called.call.query, recalled.result);
    this.stats.answered(answer, response.statusCode);
    const traceparent = traceparentOf(request);
    this.observers.tell({
      method,
      route: called.form === undefined ? CALL_ROUTE : ROWS_ROUTE,
      status: response.statusCode,
      isCut: false,
      isEarlyHit: true,
      endpoint: answer.endpoint,
      keyId: key.id,
      cache: 'hit',
      errorCode: undefined,
      ageSeconds: answer.ageSeconds,
      rows: answer.result.rows,
      bodyBytes: reply.body?.length ?? 0,
      startedAt,
      // Until it is handed to the connection: waiting for its end would cost too much, for the most frequent of answers.
      milliseconds: performance.now() - startedAt,
      requestId,
      traceId: traceparent && parentOf(traceparent)?.traceId,
      traceparent,
      clientAddress: () => clientAddress(request, this.settings.trustedProxies),
    });
    return true;
  }
}

/** Reads what the header fields of a request ask for, unless the last request of its URL had the same. */
function wishesOf(called: RememberedCall, headers: IncomingHttpHeaders): Wishes {
  const { accept, 'accept-encoding': acceptEncoding, 'cache-control': cacheControl } = headers;
  const { wishes: last } = called;
  const isSame = last?.accept === accept && last?.acceptEncoding === acceptEncoding;
  if (last && isSame && last.cacheControl === cacheControl) return last;
  const wishes = {
    accept,
    acceptEncoding,
    cacheControl,
    form: called.form ?? acceptedForm(accept),
    coding: acceptedCoding(acceptEncoding),
    directives: cacheDirectives(cacheControl),
    head: undefined,
  };
  if (`${accept}${acceptEncoding}${cacheControl}`.length <= WISHES_BYTES) called.wishes = wishes;
  return wishes;
}

/** Whether a head, made for an earlier hit with the same wishes, is right for this answer as well. */
function fits(
  head: ResponseHead,
  { result, ageSeconds, isVerified = false, modifiedAt }: Answer,
  body: Buffer,
): boolean {
  return (
    head.hash === result.hash &&
    head.length === body.length &&
    head.truncated === result.truncated &&
    // `Age` is rounded down, and `max-age` as if the age were rounded up.
    Math.floor(head.ageSeconds) === Math.floor(ageSeconds) &&
    Math.ceil(head.ageSeconds) === Math.ceil(ageSeconds) &&
    head.isVerified === isVerified &&
    head.cost === result.cost &&
    head.modifiedAt === modifiedAt
  );
}
