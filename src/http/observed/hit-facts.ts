import { type IncomingMessage } from 'node:http';
import { type AnswerFacts } from '../../answers/answer-facts.js';
import { type Answer } from '../../execution/answer.js';
import { parentOf } from '../../traces/span-ref.js';
import { type Reply } from '../replies.service.js';
import { clientAddress } from '../request/client-address.js';
import { traceparentOf } from '../request/request-context.js';
import { type ResponseHead } from '../response-head.js';

/** The facts of a hit. What no observer asks for is not found out. */
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
