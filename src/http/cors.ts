import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { quote } from '../errors/excerpt.js';

/** Header fields of an answer that a page of another origin may read, beside those that the Fetch standard always allows. */
const EXPOSED = [
  'Age, Cache-Status, ETag, Last-Modified, Link, Location, Preference-Applied, Quern-Cost, Quern-Ignored-Parameters, Quern-Next, Quern-Total-Rows',
  'Quern-Truncated, RateLimit, RateLimit-Policy, Retry-After, Server-Timing, X-Request-Id',
].join(', ');

/** Header fields that such a page may set on a request. Clients of MCP set those with `Mcp-` on every call, traced pages the last two. */
const ALLOWED = [
  'Authorization, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, Prefer, X-API-KEY, X-Request-Id',
  'Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, traceparent, tracestate',
].join(', ');

/** Seconds for which a browser may remember a preflight. */
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

/** Whether this is a browser's question if a page may make a call (Fetch standard, "CORS-preflight request"). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Answers a preflight, which carries no key, alike for everybody. */
export function answerPreflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, QUERY, DELETE');
  response.setHeader('Access-Control-Allow-Headers', ALLOWED);
  response.setHeader('Access-Control-Max-Age', MAX_AGE);
  response.setHeader('Vary', 'Origin');
  response.writeHead(204).end();
}

/** Most origins that are logged: a client may make up another one for each request. */
const MAX_TOLD = 20;

/** Logs each origin whose pages may not call, once: the developer of such a page sees nothing but the browser's own complaint. */
@Injectable()
export class RefusedOrigins {
  private readonly logger = new Logger('Http');
  private readonly told = new Set<string>();

  refused({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const { origin } = headers;
    if (origin === undefined || this.told.size >= MAX_TOLD || !isOrigin(origin) || isOwn(origin, headers)) return;
    const shown = quote(origin);
    if (this.told.has(shown)) return;
    this.told.add(shown);
    const rest = this.told.size < MAX_TOLD ? '' : '; of further origins there will be no line';
    this.logger.warn(`Pages of the origin ${shown} may not call: QUERN_CORS_ORIGINS says which may${rest}`);
  }
}

/** Whether the text is an origin as browsers send it (RFC 6454 section 6.2), and not made up by a client. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Whether a page of this very service has made the call: browsers send `Origin` with its POSTs too, and no setting applies to them. */
function isOwn(origin: string, { host, 'sec-fetch-site': site }: IncomingMessage['headers']): boolean {
  return site === 'same-origin' || origin === `http://${host}` || origin === `https://${host}`;
}
