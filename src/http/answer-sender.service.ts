import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { FORMS } from '../contract/form-names.js';
import { type Answer } from '../execution/answer.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { type FormCall, Forms } from '../forms/forms.service.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { metaHead, withMeta } from './meta-form.js';
import { cacheUseOf } from './observed/cache-use.js';
import { acceptedCoding } from './request/content-coding.js';
import { wantsMeta } from './request/prefer.js';
import { contextOf } from './request/request-context.js';
import { replyTo, respond, withCoding } from './respond.js';
import { bodyOf, headOf } from './response-head.js';
import { type WantedForm } from './wanted-form.js';

/** Sends rows to a client in the form that it wants. */
@Injectable()
export class AnswerSender {
  constructor(
    private readonly forms: Forms,
    private readonly stats: EndpointStats,
    private readonly unsent: UnsentBytes,
  ) {}

  /** @throws QuernError `engine_busy` where clients of the key have left too much unread, and what making the form fails with */
  async send(bare: Answer, wanted: WantedForm, call: FormCall, request: Request, response: Response): Promise<void> {
    const { known, startedAt } = contextOf(request);
    known.cache = cacheUseOf(bare);
    known.ageSeconds = bare.ageSeconds;
    known.rows = bare.result.rows;
    const { kind } = wanted;
    const hasMeta = kind === undefined && wantsMeta(request.headers.prefer);
    const whole = hasMeta ? await withMeta(bare) : await this.inForm(bare, wanted, call);
    const coded = async () => withCoding(whole, request);
    const answer =
      hasMeta || !isCoded(bare, wanted) ? await this.unsent.during(whole.result.body, call.keyId, coded) : whole;
    const totalMs = performance.now() - startedAt;
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const head = headOf(answer, accepted, { totalMs, ...wanted });
    const reply = replyTo(request, hasMeta ? metaHead(head) : head, bodyOf(answer, accepted));
    if (reply.body) this.unsent.needRoomFor(reply.body, call.keyId);
    respond(request, response, reply);
    this.stats.answered(bare);
    if (reply.body && !response.writableFinished) this.unsent.add(reply.body, call.keyId, request, response);
  }

  private async inForm(answer: Answer, { kind }: WantedForm, call: FormCall): Promise<Answer> {
    if (kind === undefined) return answer;
    return this.unsent.during(answer.result.body, call.keyId, async () => this.forms.answerIn(kind, answer, call));
  }
}

/** Whether the bytes have their codings already, or need none: what is kept is coded once for all, what is not has been coded for nobody yet. */
function isCoded({ endpoint, totalRows, stored }: Answer, { kind }: WantedForm): boolean {
  if (kind === undefined) return endpoint.cachingSeconds !== undefined && totalRows === undefined;
  return stored || !FORMS[kind].isText;
}
