import { Inject, Injectable, Logger } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
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
import { type CalledRows, calledRows } from './request/called-rows.js';
import { bodyOf, headOf, stillFits } from './response-head.js';
import { allowOrigin } from './cors.js';
import { Settings } from '../config/settings.js';
import { Replies } from './replies.service.js';
import { MAX_URL_BYTES } from '../contract/request-limits.js';

const PREFIX = '/api/endpoints/query/';

/**
 * Answers calls whose result is in memory ahead of Express and Nest, whose pipeline costs several times as much as writing a finished body
 * to a socket. It takes the first two stages of `Executor.execute`, `prepare` and `recall`. If nothing is recalled, or the client wants
 * other bytes than those that are kept, Express takes over and `QueryController` executes the call. It finds two things on the request, so
 * that nothing is counted or worked out twice: the caller (`RequestCaller`), and the call or the error that it was refused with
 * (`PreparedCalls`).
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
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Returns whether the request has been answered. Refusals are left to Express, which answers with problem details. */
  answer(request: IncomingMessage, response: ServerResponse, startedAt: number | undefined): boolean {
    try {
      return this.answerFromMemory(request, response, startedAt);
    } catch (error) {
      if (error instanceof QuernError) {
        this.calls.refuse(request, error);
        return false;
      }
      this.logger.error(errorText(error), errorStack(error));
      if (response.headersSent) {
        this.reports.follow(request, response, startedAt ?? performance.now());
        response.destroy();
      }
      return response.headersSent;
    }
  }

  private answerFromMemory(request: IncomingMessage, response: ServerResponse, startedAt: number | undefined): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX) || url.length > MAX_URL_BYTES) return false;
    if (headers.prefer !== undefined && wantsMeta(headers.prefer)) return false;
    const prepared = this.calls.tryPrepare(request, url, rowsIn);
    if (!prepared || prepared.call.slice) return false;
    const recalled = this.executor.recall(prepared.call, cacheDirectives(headers['cache-control']));
    const wanted = prepared.form ?? acceptedForm(headers.accept);
    if (!recalled || wanted === undefined) return false;
    const kind = wanted === 'envelope' ? undefined : wanted;
    const answer = kind ? this.forms.recall(recalled, kind, prepared.call.query.cacheKey) : recalled;
    if (!answer) return false;
    const accepted = acceptedCoding(headers['accept-encoding']);
    if (!prepared.head || !stillFits(prepared.head, answer, accepted)) {
      prepared.head = headOf(answer, accepted, {
        kind,
        isFile: prepared.form !== undefined,
        seesCost: maySeeCost(prepared.call.key),
      });
    }
    const { key } = prepared.call;
    const reply = this.replies.replyTo(request, prepared.head, bodyOf(answer, accepted), key.id);
    // Conditional, since fields that are set beforehand make Node merge two sets of them.
    if (this.settings.corsOrigins) allowOrigin(request, response, this.settings.corsOrigins);
    this.caller.sendFields(request, response);
    const requestId = this.replies.send(request, response, reply);
    this.stats.answered(answer, response.statusCode);
    this.reports.hit(request, answer, reply, requestId, startedAt);
    return true;
  }
}

function rowsIn(url: string): CalledRows | undefined {
  return calledRows(url.slice(PREFIX.length));
}
