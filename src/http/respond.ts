import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CachedResult, type Coding } from '../cache/cached-result.js';
import { type Answer, type CacheOutcome } from '../execution/executor.service.js';
import { encodeBody } from '../execution/result-body.js';
import { acceptedCoding } from './content-coding.js';
import { contextOf } from './request-context.js';

/** What an answer depends on beside its URL. */
const VARY = 'Accept-Encoding, Authorization, Prefer, X-API-KEY';

/** Writes an answer: 200 with the body, or 304 when the client has it already. */
export async function respond(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { body, coding } = await representation(answer.result, request.headers['accept-encoding']);
  const etag = `"${answer.result.hash}${coding === undefined ? '' : `-${coding}`}"`;
  const { startedAt } = contextOf(request);
  response.setHeader('Cache-Control', cacheControl(answer));
  response.setHeader('Cache-Status', cacheStatus(answer));
  response.setHeader('ETag', etag);
  response.setHeader('Vary', VARY);
  response.setHeader('Server-Timing', serverTiming(answer, performance.now() - startedAt));
  if (answer.endpoint.cachingSeconds !== undefined) response.setHeader('Age', Math.floor(answer.ageSeconds));
  if (answer.ignored.length > 0) response.setHeader('Quern-Ignored-Parameters', ignoredParameters(answer.ignored));
  if (answer.result.truncated) response.setHeader('Quern-Truncated', 'true');
  if (matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

/** Where the answer came from and what took how long, in milliseconds; what a run cost is the operator's to know. */
function serverTiming({ outcome, result }: Answer, totalMs: number): string {
  const ran = outcome === 'hit' || outcome === 'stale' ? '' : ` engine;dur=${result.engineMs.toFixed(1)},`;
  return `cache;desc=${outcome},${ran} total;dur=${totalMs.toFixed(1)}`;
}

/** The body in the best coding that the client takes and that is smaller than the plain one. */
async function representation(
  result: CachedResult,
  acceptEncoding: string | string[] | undefined,
): Promise<{ body: Buffer; coding: Coding | undefined }> {
  const coding = acceptedCoding(String(acceptEncoding ?? ''));
  const coded = coding && (result.coded[coding] ?? (await encodeBody(result.body, coding)));
  return coded ? { body: coded, coding } : { body: result.body, coding: undefined };
}

/**
 * `private`, since `X-API-KEY` gets no protection from shared caches (RFC 9111 section 3.5). `max-age` is what is left,
 * beside `Age`: caches that take the age off once more only ask again sooner, and none keeps an answer too long.
 */
function cacheControl({ endpoint, ageSeconds, outcome }: Answer): string {
  if (endpoint.cachingSeconds === undefined) return 'no-store';
  const left = outcome === 'stale' ? 0 : Math.max(0, Math.floor(endpoint.cachingSeconds - ageSeconds));
  return `private, max-age=${left}`;
}

/** RFC 9211: what Quern's own cache did. */
function cacheStatus({ endpoint, ageSeconds, outcome }: Answer): string {
  const ttl = Math.floor((endpoint.cachingSeconds ?? 0) - ageSeconds);
  const parameters: Readonly<Record<CacheOutcome, string>> = {
    hit: `hit; ttl=${ttl}`,
    miss: 'fwd=miss; stored',
    joined: 'fwd=miss; collapsed; stored',
    stale: `hit; ttl=${ttl}; detail=stale-if-error`,
    disabled: 'fwd=bypass',
  };
  return `quern; ${parameters[outcome]}`;
}

/** `If-None-Match` compares weakly (RFC 9110 section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

const MAX_LISTED = 20;
/** Bytes of the header field; proxies refuse long ones. */
const MAX_LISTING = 2048;
const MAX_NAME = 64;

/** Names as the client sent them, escaped again so that nothing in them can end the header field. */
function ignoredParameters(names: readonly string[]): string {
  return names
    .slice(0, MAX_LISTED)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
    .filter((_, index, all) => all.slice(0, index + 1).join(', ').length <= MAX_LISTING)
    .join(', ');
}
