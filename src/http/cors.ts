import { type IncomingMessage, type ServerResponse } from 'node:http';

/** The header fields of an answer that a page of another origin may read, beside those that it always may. */
const EXPOSED = [
  'Age, Cache-Status, ETag, Last-Modified, Link, Location, Preference-Applied, Quern-Cost, Quern-Ignored-Parameters, Quern-Next, Quern-Total-Rows',
  'Quern-Truncated, RateLimit, RateLimit-Policy, Retry-After, Server-Timing, X-Request-Id',
].join(', ');

/** Those of a request that it may set. Pages that are traced set the last two on every call. */
const ALLOWED = [
  'Authorization, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, Prefer, X-API-KEY, X-Request-Id',
  'traceparent, tracestate',
].join(', ');

/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = 600;

/**
 * Lets pages of these origins read the answer; `undefined` means none. Scripts send the key, and the browser no credentials.
 *
 * @returns false where the request is from a page of another origin
 */
export function allowOrigin(
  { headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[] | undefined,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  const allowed = origins?.includes('*') ? '*' : origins?.find((each) => each === origin);
  if (allowed === undefined) return false;
  response.setHeader('Access-Control-Allow-Origin', allowed);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  return true;
}

/** Is it a browser's question whether a page may make a call (Fetch standard, "CORS-preflight request")? */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Answers a preflight, which carries no key, with what is the same for everybody. */
export function answerPreflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, QUERY, DELETE');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED);
  response.setHeader('Access-Control-Max-Age', MAX_AGE);
  response.setHeader('Vary', 'Origin');
  response.writeHead(204).end();
}
