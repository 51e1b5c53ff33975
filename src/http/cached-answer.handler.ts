import { Inject, Injectable, Logger } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { errorStack } from '../errors/error-text.js';
import { QuernError } from '../errors/quern-error.js';
import { Executor } from '../execution/executor.service.js';
import { cacheDirectives } from './request/cache-control.js';
import { Reception } from './prepared-calls.js';
import { acceptedCoding } from './request/content-coding.js';
import { bodyOf, headOf, stillFits } from './response-head.js';
import { allowOrigin } from './cors.js';
import { Settings } from '../config/settings.js';
import { replyTo, respond, sendQuota } from './respond.js';
import { UnreadAnswers } from './unsent-bytes.service.js';
import { MAX_URL } from './request/url-limit.js';

const PREFIX = '/api/endpoints/query/';

/** A path that Express would not read otherwise than it stands there: no escapes, no further segment. */
const ENDPOINT = /^[A-Za-z0-9._-]+(?=\?|$)/;

/**
 * Answers calls whose result is in memory before Express and Nest have seen them: their pipeline costs several times what
 * it takes to write a finished body to a socket. Whatever else comes goes the ordinary way, which asks the same reception
 * and so finds what has been found out about the request.
 */
@Injectable()
export class HotPath {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly reception: Reception,
    private readonly executor: Executor,
    private readonly unread: UnreadAnswers,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Whether the request has been answered. A failure is the ordinary way's to tell. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return this.answerFromMemory(request, response);
    } catch (error) {
      if (error instanceof QuernError) {
        this.reception.refuse(request, error);
        return false;
      }
      this.logger.error(errorStack(error));
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  }

  private answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX) || url.length > MAX_URL) return false;
    const known = this.reception.quickly(request, url, endpointIn);
    const answer = known && this.executor.recall(known.call, cacheDirectives(headers['cache-control']));
    if (!answer) return false;
    const accepted = acceptedCoding(headers['accept-encoding']);
    if (!known.head || !stillFits(known.head, answer, accepted)) known.head = headOf(answer, accepted);
    const reply = replyTo(request, known.head, bodyOf(answer, accepted));
    const keyId = known.call.key.id;
    if (reply.body) this.unread.needRoomFor(reply.body, keyId);
    // Both are for few, and make Node merge two sets of fields.
    if (this.settings.corsOrigins) allowOrigin(request, response, this.settings.corsOrigins);
    const quota = this.reception.quotaOf(request);
    if (quota) sendQuota(response, quota);
    respond(request, response, reply);
    if (reply.body && !response.writableFinished) this.unread.add(reply.body, keyId, request, response);
    return true;
  }
}

function endpointIn(url: string): string | undefined {
  return ENDPOINT.exec(url.slice(PREFIX.length))?.[0];
}
