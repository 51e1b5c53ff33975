import { type ErrorCode, ERROR_CODES } from '../errors/error-codes.js';
import { newRequestId } from './request-context.js';

/** What Node's parser calls the errors that have a status of their own; all others are malformed requests. */
const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'header_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

const DETAILS: Partial<Record<ErrorCode, string>> = {
  header_too_large: 'The header fields are too large.',
  request_timeout: 'The request did not arrive in time.',
};

/** The whole answer, head and body, to bytes that are no request; the connection ends with it (RFC 9112 section 9.6). */
export function connectionErrorText(parserCode: string | undefined): string {
  const code = CODES.get(parserCode ?? '') ?? 'malformed_request';
  const { status, title } = ERROR_CODES[code];
  const detail = DETAILS[code] ?? 'This is no HTTP request that can be read.';
  const requestId = newRequestId();
  const body = JSON.stringify({
    type: `urn:quern:error:${code}`,
    title,
    status,
    detail,
    instance: '/',
    code,
    request_id: requestId,
    error: { message: detail },
  });
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
