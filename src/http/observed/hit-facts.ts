import { type IncomingMessage } from 'node:http';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { type Answer } from '../../execution/answer.js';
import { clientAddress } from '../request/client-address.js';
import { traceIdOf, traceparentOf } from '../request/request-context.js';
import { type Reply } from '../respond.js';

/**
 * The facts of the hit that is being told of: one object for all hits, so that none of them makes one. What takes some work, such as
 * the client's address, is found out when it is asked for.
 */
export class HitFacts implements AnswerFacts {
  readonly route = '/api/endpoints/query/{endpoint}';
  readonly isCut = false;
  readonly cache = 'hit';
  readonly errorCode = undefined;
  method = '';
  status = 200;
  endpoint: AnswerFacts['endpoint'];
  keyId = '';
  ageSeconds = 0;
  rows = 0;
  bodyBytes = 0;
  startedAt = 0;
  milliseconds = 0;
  requestId = '';
  private request: IncomingMessage | undefined;

  constructor(private readonly trustedProxies: number) {}

  get traceId(): string | undefined {
    return traceIdOf(this.traceparent);
  }

  get traceparent(): string | undefined {
    return this.request && traceparentOf(this.request);
  }

  get clientAddress(): string {
    return this.request ? clientAddress(this.request, this.trustedProxies) : '';
  }

  fill(request: IncomingMessage, answer: Answer, reply: Reply): void {
    const { endpoint, result, ageSeconds } = answer;
    this.method = request.method ?? '';
    this.status = reply.isNotModified ? 304 : 200;
    this.endpoint = endpoint;
    this.ageSeconds = ageSeconds;
    this.rows = result.rows;
    this.bodyBytes = reply.body?.length ?? 0;
    this.request = request;
  }

  /** Lets go of the request, which would stay in memory until the next hit. */
  release(): void {
    this.request = undefined;
  }
}
