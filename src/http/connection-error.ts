import { type ServerResponse } from 'node:http';
import { ERROR_CODES } from '../errors/error-codes.js';
import { QuernError } from '../errors/quern-error.js';
import { problemText } from './problem.js';
import { newRequestId } from './request/request-context.js';

/** Codes of Node's parser that are answered with errors of their own; all others are malformed requests. */
const ERRORS: ReadonlyMap<string, QuernError> = new Map([
  ['HPE_HEADER_OVERFLOW', new QuernError('header_too_large', 'The header fields are too large.')],
  ['ERR_HTTP_REQUEST_TIMEOUT', new QuernError('request_timeout', 'The request did not arrive in time.')],
]);

const MALFORMED = new QuernError('malformed_request', 'This is no HTTP request that can be read.');

/** The whole answer, head and body, to bytes that are no HTTP request. The connection is closed after it (RFC 9112 section 9.6). */
export function connectionErrorText(parserCode: string | undefined): string {
  const error = ERRORS.get(parserCode ?? '') ?? MALFORMED;
  const { fields, body } = lastAnswer(error);
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${error.status} ${ERROR_CODES[error.code].title}`, ...lines, '', body].join('\r\n');
}

/** Answers a request that can be parsed and must be refused; in a pipeline, after the answers to those before it. */
export function refuseMalformed(response: ServerResponse, detail: string): void {
  const error = new QuernError('malformed_request', detail);
  const { fields, body } = lastAnswer(error);
  response.writeHead(error.status, ERROR_CODES[error.code].title, fields.flat()).end(body);
}

function lastAnswer(error: QuernError): { fields: readonly (readonly [name: string, value: string])[]; body: string } {
  const requestId = newRequestId();
  const body = problemText(error, '/', requestId);
  const fields = [
    ['Connection', 'close'],
    ['X-Request-Id', requestId],
    ['Content-Type', 'application/problem+json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const;
  return { fields, body };
}
