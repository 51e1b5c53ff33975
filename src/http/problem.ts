import { type IncomingMessage, type ServerResponse } from 'node:http';
import { ERROR_CODES } from '../errors/error-codes.js';
import { type QuernError } from '../errors/quern-error.js';
import { sendText } from './replies.service.js';
import { contextOf } from './request/request-context.js';

/** Characters of the path that are repeated to the client. */
const MAX_INSTANCE = 256;

/** Writes an error as RFC 9457 problem details: its code and its texts, and nothing of its cause. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: QuernError): void {
  const { requestId, known } = contextOf(request);
  known.errorCode = error.code;
  const [path = ''] = urlOf(request).split('?');
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
  const text = problemText(error, path.slice(0, MAX_INSTANCE), requestId);
  sendText(request, response, error.status, text, 'application/problem+json; charset=utf-8');
}

/** The body of a problem; `instance` is the path that it is about. */
export function problemText(error: QuernError, instance: string, requestId: string): string {
  const { status, title } = ERROR_CODES[error.code];
  return JSON.stringify({
    type: `urn:quern:error:${error.code}`,
    title,
    status,
    detail: error.detail,
    instance,
    code: error.code,
    request_id: requestId,
    ...(error.errors.length > 0 && { errors: error.errors }),
    // For clients that do not know problem details, and look for a message here.
    error: { message: error.detail },
  });
}

/** The whole URL: from `url`, Express cuts off the path that a middleware is mounted at. */
function urlOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}
