import { type IncomingMessage } from 'node:http';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { type Answer } from '../../execution/answer.js';
import { clientAddress } from '../request/client-address.js';
import { traceIdOf, traceparentOf } from '../request/request-context.js';
import { type Reply } from '../replies.service.js';
import { type ResponseHead } from '../response-head.js';

/**
 * The facts of the hit that is being told of: one object for all hits, so that none of them makes one. What nobody asks for is not
 * found out.
 */
export class HitFacts implements AnswerFacts {
  readonly isCut = false;
  readonly isSampled = true;
  readonly cache = 'hit';
  readonly errorCode = undefined;
  keyId = '';
  requestId = '';
  startedAt: number | undefined;
  milliseconds: number | undefined;
  /** Undefined between two hits: the request and the body would stay in memory until the next one. */
  request: IncomingMessage | undefined;
  answer: Answer | undefined;
  reply: Reply<ResponseHead> | undefined;

  constructor(private readonly trustedProxies: number) {}

  get method(): string {
    return this.request?.method ?? '';
  }

  get route(): string {
    return this.reply?.head.isFile ? '/api/endpoints/query/{endpoint}/rows.{form}' : '/api/endpoints/query/{endpoint}';
  }

  get status(): number {
    return this.reply?.isNotModified ? 304 : 200;
  }

  get endpoint(): AnswerFacts['endpoint'] {
    return this.answer?.endpoint;
  }

  get ageSeconds(): number | undefined {
    return this.answer?.ageSeconds;
  }

  get rows(): number | undefined {
    return this.answer?.result.rows;
  }

  get bodyBytes(): number {
    return this.reply?.body?.length ?? 0;
  }

  get traceId(): string | undefined {
    return traceIdOf(this.traceparent);
  }

  get traceparent(): string | undefined {
    return this.request && traceparentOf(this.request);
  }

  get clientAddress(): string {
    return this.request ? clientAddress(this.request, this.trustedProxies) : '';
  }
}
