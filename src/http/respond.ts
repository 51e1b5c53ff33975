import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer } from '../execution/answer.js';
import { Pieces } from '../execution/body/pieces.js';
import { encodeBody } from '../execution/body/result-body.js';
import { type Quota } from '../limits/rate-limits.service.js';
import { acceptedCoding } from './request/content-coding.js';
import { fieldsFor, type ResponseHead, withoutBody } from './response-head.js';
import { requestIdOf } from './request/request-context.js';
import { shortField } from './request/short-field.js';

export interface Reply {
  readonly head: ResponseHead;
  /** The client has this body already, so that it is answered with 304. */
  readonly isNotModified: boolean;
  /** Undefined with a 304, and for HEAD. */
  readonly body: Buffer | Pieces | undefined;
}

export function replyTo({ headers, method }: IncomingMessage, head: ResponseHead, body: Buffer | Pieces): Reply {
  // 304 is for what only reads (RFC 9110 section 13.1.2, RFC 10008), which a POST does not say of itself.
  const isNotModified = method !== 'POST' && isKnown(headers, head);
  return { head, isNotModified, body: isNotModified || method === 'HEAD' ? undefined : body };
}

/** Writes an answer: 200 with the body, or 304. Returns the id of the request, which the answer has. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { head, isNotModified, body }: Reply,
): string {
  const requestId = requestIdOf(request, request.headers);
  const fields = fieldsFor(requestId, isNotModified ? withoutBody(head) : head.fields);
  response.writeHead(isNotModified ? 304 : 200, fields);
  if (body instanceof Pieces) body.sendTo(response);
  else response.end(body);
  return requestId;
}

/** What is left of how often the caller may call (draft-ietf-httpapi-ratelimit-headers-11). */
export function sendQuota(response: ServerResponse, { policy, state }: Quota): void {
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit', state);
}

/** An answer whose bytes are not kept is encoded now, in the one coding that its client wants. */
export async function withCoding(answer: Answer, { headers }: IncomingMessage): Promise<Answer> {
  const coding = acceptedCoding(headers['accept-encoding']);
  if (coding === undefined) return answer;
  return { ...answer, result: { ...answer.result, coded: await encodeBody(answer.result.body, [coding]) } };
}

/** `If-Modified-Since` counts only where there is no `If-None-Match` (RFC 9110 section 13.1.3). */
function isKnown(headers: IncomingMessage['headers'], { etag, modifiedAt }: ResponseHead): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = headers;
  if (tags !== undefined) return matches(tags, etag);
  return date !== undefined && modifiedAt !== undefined && HTTP_DATE.test(date) && modifiedAt <= dateOf(date);
}

/** As it is sent, and as it was before 1990 (RFC 9110 section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]{20,24}$/;

function dateOf(date: string): number {
  // The oldest form has no zone, and means UTC as well.
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
}

/** `If-None-Match` compares weakly (RFC 9110 section 13.1.2). */
export function matches(field: string | undefined, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  // As nearly every client sends it.
  if (field === etag) return true;
  const header = shortField(field);
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
