import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer } from '../execution/answer.js';
import { encodeBody } from '../execution/result-body.js';
import { type Quota } from '../limits/rate-limits.service.js';
import { acceptedCoding } from './content-coding.js';
import { fieldsFor, type Head, withoutBody } from './head.js';
import { requestIdOf } from './request-context.js';

/** Writes an answer: 200 with the body, or 304 when the client has it already. */
export function respond(request: IncomingMessage, response: ServerResponse, head: Head, body: Buffer): void {
  const { headers, method } = request;
  const requestId = requestIdOf(request, headers);
  if (matches(headers['if-none-match'], head.etag)) {
    response.writeHead(304, fieldsFor(requestId, withoutBody(head))).end();
    return;
  }
  response.writeHead(200, fieldsFor(requestId, head.fields));
  if (method === 'HEAD') response.end();
  else response.end(body);
}

/** What is left of how often the caller may call (draft-ietf-httpapi-ratelimit-headers-10). */
export function sendQuota(response: ServerResponse, { policy, state }: Quota): void {
  response.setHeader('RateLimit-Policy', policy);
  response.setHeader('RateLimit', state);
}

/** What is not kept is coded for its one client, and only as that one wants it. */
export async function withCoding(answer: Answer, { headers }: IncomingMessage): Promise<Answer> {
  const coding = acceptedCoding(headers['accept-encoding']);
  if (answer.outcome !== 'disabled' || coding === undefined) return answer;
  return { ...answer, result: { ...answer.result, coded: await encodeBody(answer.result.body, [coding]) } };
}

/** `If-None-Match` compares weakly (RFC 9110 section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
