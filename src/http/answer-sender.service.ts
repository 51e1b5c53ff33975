import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Key, maySeeCost } from '../access/key.js';
import { FORMS } from '../contract/form-names.js';
import { type Coding } from '../cache/cached-result.js';
import { type Answer, isKept } from '../execution/answer.js';
import { Pieces, encodePieces } from '../execution/body/pieces.js';
import { encodeBody } from '../execution/body/result-body.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { type FormCall, Forms } from '../forms/forms.service.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { contextOf, noteAnswer } from './request/request-context.js';
import { wantsMeta } from './request/directives.js';
import { acceptedCoding, type WantedForm } from './request/accepted.js';
import { bodyIn, Replies } from './replies.service.js';
import { headOf, type ResponseHead, wholeAge, wholeMaxAge } from './response-head.js';
import { windowRemarks } from '../execution/windows/window-remarks.js';

@Injectable()
export class AnswerSender {
  constructor(
    private readonly forms: Forms,
    private readonly stats: EndpointStats,
    private readonly unsent: UnsentBytes,
    private readonly replies: Replies,
  ) {}

  /** @throws QuernError `engine_busy` where clients of the key have left too much unread, any error of making the form, the signal's reason */
  async send(
    bare: Answer,
    wanted: WantedForm,
    { key, ...made }: Omit<FormCall, 'keyId'> & { readonly key: Key },
    request: Request,
    response: Response,
  ): Promise<void> {
    const call = { ...made, keyId: key.id };
    noteAnswer(request, bare);
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const meta = wantsMetaIn(wanted, request) ? await this.metaForm(bare, accepted, call) : undefined;
    const answer = meta ? bare : await this.codedForm(bare, wanted, call, accepted);
    // A client that has left meanwhile is counted as such already.
    call.signal.throwIfAborted();
    const totalMs = performance.now() - contextOf(request).startedAt;
    // A body with `meta` changes every second.
    const dated = meta ? { ...answer, modifiedAt: undefined } : answer;
    const head = headOf(dated, meta ? undefined : accepted, { totalMs, ...wanted, seesCost: maySeeCost(key) });
    const body = meta ?? bodyIn(answer.result, accepted);
    // An uncoded body with `meta` shares the bytes of its rows with others, and adds nearly nothing to them.
    const held = meta && !meta.coding ? bare.result.body : body;
    const reply = this.replies.replyTo(request, meta ? metaHead(head, meta) : head, body, call.keyId, held);
    this.replies.send(request, response, reply);
    this.stats.answered(bare, response.statusCode);
  }

  /** Counts the coded body against the key: it may take as much memory as the rows again. */
  private async metaForm(answer: Answer, coding: Coding | undefined, { keyId }: FormCall): Promise<Pieces> {
    if (coding === undefined) return metaForm(answer, coding);
    const { length } = answer.result.body;
    return this.unsent.during({ length }, keyId, async () => metaForm(answer, coding));
  }

  /** Encodes an answer whose bytes are not kept for others, in the one coding that its client wants. */
  private async codedForm(bare: Answer, wanted: WantedForm, call: FormCall, coding?: Coding): Promise<Answer> {
    const whole = await this.inForm(bare, wanted, call);
    if (isCoded(bare, wanted)) return whole;
    const { result } = whole;
    return this.unsent.during(result.body, call.keyId, async () => {
      const coded = coding && (await encodeBody(result.body, [coding]));
      return coded ? { ...whole, result: { ...result, coded } } : whole;
    });
  }

  private async inForm(answer: Answer, { kind }: WantedForm, call: FormCall): Promise<Answer> {
    if (kind === undefined) return answer;
    return this.unsent.during(answer.result.body, call.keyId, async () => this.forms.answerIn(kind, answer, call));
  }
}

/** Only the envelope has a member `meta`. */
function wantsMetaIn({ kind }: WantedForm, { headers }: Request): boolean {
  return kind === undefined && wantsMeta(headers.prefer);
}

/** Whether the bytes have their codings already, or need none: kept bytes are coded once for all clients, others when they are sent. */
function isCoded(answer: Answer, { kind }: WantedForm): boolean {
  if (kind === undefined) return answer.endpoint.cachingSeconds !== undefined && answer.totalRows === undefined;
  return isKept(answer) || !FORMS[kind].isText;
}

/** The end of a body, before which `meta` is inserted. */
const END = '}';

/** An answer with `meta` behind the rows: written around the bytes that are shared with others, or coded for this call alone. */
async function metaForm(answer: Answer, coding: Coding | undefined): Promise<Pieces> {
  const rows = answer.result.body.subarray(0, -END.length);
  const pieces = [rows, Buffer.from(`,"meta":${JSON.stringify(metaOf(answer))}${END}`)];
  return (coding && (await encodePieces(pieces, coding))) ?? new Pieces(pieces);
}

/** Makes the head of an answer with `meta` from that of the rows alone. It has no ETag, since ages change the bytes every second. */
function metaHead(head: ResponseHead, { length, coding }: Pieces): ResponseHead {
  const etag = head.fields.indexOf('ETag');
  const fields = head.fields.toSpliced(etag, 2, 'Preference-Applied', 'include=meta');
  // A parameter that is ignored, whose name is among the fields before the body's, may be called so too.
  fields[fields.indexOf('Content-Length', head.bodyFieldsAt) + 1] = String(length);
  if (coding !== undefined) fields.push('Content-Encoding', coding);
  return { ...head, etag: undefined, length, fields };
}

/**
 * Facts that the header has of an answer, for a client that prefers them in the body. Unlike the ages, `as_of` stays right in an answer
 * that is kept.
 */
function metaOf(answer: Answer) {
  const { endpoint, query, result, outcome, totalRows = result.rows } = answer;
  const remarks = query ? windowRemarks(query, result.createdAt) : [];
  return {
    rows: result.rows,
    ...(endpoint.slices && { total_rows: totalRows }),
    truncated: result.truncated,
    max_rows: endpoint.maxRows,
    ...(endpoint.page && { next: result.next ?? null }),
    age: wholeAge(answer),
    ttl: endpoint.cachingSeconds === undefined ? null : wholeMaxAge(answer),
    cache: outcome,
    as_of: new Date(result.createdAt).toISOString(),
    ...(remarks.length > 0 && { remarks }),
  };
}
