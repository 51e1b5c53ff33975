import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { QuernError } from '../errors/quern-error.js';
import { problemText } from './problem.js';
import { newRequestId } from './request/request-context.js';

/** Codes of Node's parser that are answered with errors of their own; all others are malformed requests. */
const ERRORS: ReadonlyMap<string, QuernError> = new Map([
  ['HPE_HEADER_OVERFLOW', new QuernError('header_too_large', 'The header fields are too large.')],
  ['ERR_HTTP_REQUEST_TIMEOUT', new QuernError('request_timeout', 'The request did not arrive in time.')],
]);

const MALFORMED = new QuernError('malformed_request', 'This is no valid HTTP request.');

/** The whole answer to bytes that never become a request. The connection is closed after it (RFC 9112 section 9.6). */
export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Refuses bytes that are no HTTP request, or not the rest of the one with this id. */
export function connectionRefusal(parserCode: string | undefined, requestId?: string): Refusal {
  return refusalOf(ERRORS.get(parserCode ?? '') ?? MALFORMED, requestId);
}

/** Refuses a request that can be parsed and is not valid. */
export function malformedRefusal(detail: string): Refusal {
  return refusalOf(new QuernError('malformed_request', detail));
}

export function refusalText({ status, title, fields, body }: Refusal): string {
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n');
}

function refusalOf(error: QuernError, requestId = newRequestId()): Refusal {
  const body = problemText(error, '/', requestId);
  const fields = [
    ['Connection', 'close'],
    ['X-Request-Id', requestId],
    ['Content-Type', 'application/problem+json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const;
  const { status, code } = error;
  return { status, title: ERROR_CODES[code].title, code, requestId, fields, body };
}
