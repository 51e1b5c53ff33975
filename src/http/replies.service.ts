import { Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CachedResult, type Coding, type RunCost } from '../cache/cached-result.js';
import { Pieces } from '../execution/body/pieces.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { requestIdOf } from './request/request-context.js';
import { shortField } from './request/directives.js';
import { type FormKind, FORMS } from '../contract/form-names.js';
import { type Answer, type CacheOutcome } from '../execution/answer.js';

/** The header of an answer as it is sent, except for the request's id. */
export interface Head {
  /** Undefined for bytes that no later answer will have. */
  readonly etag: string | undefined;
  /** Time of `Last-Modified`, in milliseconds since the epoch; undefined where there is none. */
  readonly modifiedAt?: number | undefined;
  /**
   * Header fields in one flat list of alternating names and values, which Node writes faster than fields that are set one by one. The
   * request's id is the first; fields about the body come last.
   */
  readonly fields: string[];
  /** Index of the first field about the body; a 304 leaves these out. */
  readonly bodyFieldsAt: number;
}

type Fields = Readonly<Record<string, string | number | undefined>>;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Makes a head of these fields and those about the body; `length` and the like may be unknown where there is no body. */
export function headWith(
  fields: Fields,
  { type, length, coding, etag }: { type: string; length?: number; coding?: Coding | undefined; etag?: string },
): Head {
  const own = listOf({ 'X-Request-Id': '', ...fields, ETag: etag });
  const ofBody = listOf({ 'Content-Type': type, 'Content-Length': length, 'Content-Encoding': coding });
  return { etag, fields: [...own, ...ofBody], bodyFieldsAt: own.length };
}

function listOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

export function linkToNext(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : `<${reference}>; rel="next"`;
}

/** Strong, and so different for each coding. */
function etagOf(hash: string, coding: Coding | undefined): string {
  return `"${hash}${coding === undefined ? '' : `-${coding}`}"`;
}

/** A body in the best coding that its client accepts, if that has made it smaller, with the facts for its head. */
export function inCoding({ body, coded, hash }: Pick<CachedResult, 'body' | 'coded' | 'hash'>, accepted?: Coding) {
  const coding = accepted && coded[accepted] && accepted;
  const bytes = (coding && coded[coding]) ?? body;
  return { bytes, said: { length: bytes.length, coding, etag: etagOf(hash, coding) } };
}

/** The parts of an answer that one client is sent. */
export interface Reply<H extends Head = Head> {
  readonly head: H;
  /** Whether the client has this body already, so that it is answered with 304. */
  readonly isNotModified: boolean;
  /** Undefined with a 304, and for HEAD. */
  readonly body: Buffer | Pieces | undefined;
  /** Bytes that stay in memory until the client has read them. */
  readonly held: { readonly length: number } | undefined;
  /** The key against whose share of unread bytes they count; undefined where they are not counted. */
  readonly keyId: string | undefined;
}

/** The one way to send bodies: 304 if the client has it, none for HEAD, refused and counted if clients leave too much unread. */
@Injectable()
export class Replies {
  constructor(private readonly unsent: UnsentBytes) {}

  /**
   * Call it before the response has fields of its own, which a refusal would have as well.
   *
   * @param held bytes that stay in memory while it is sent, where these are not its own
   * @throws QuernError `engine_busy` where clients of the key have left too much unread
   */
  replyTo<H extends Head>(
    { headers, method }: IncomingMessage,
    head: H,
    body: Buffer | Pieces | undefined,
    keyId?: string,
    held: Reply['held'] = body,
  ): Reply<H> {
    // 304 is for methods that only read (RFC 9110 section 13.1.2, RFC 10008), which a POST does not promise.
    const isNotModified = method !== 'POST' && isKnown(headers, head, method);
    if (isNotModified || method === 'HEAD') return { head, isNotModified, body: undefined, held: undefined, keyId };
    if (held && keyId !== undefined) this.unsent.needRoomFor(held, keyId);
    return { head, isNotModified, body, held, keyId };
  }

  /** Writes an answer: 200 with the body, or 304. Returns the id of the request, which the answer has. */
  send(request: IncomingMessage, response: ServerResponse, reply: Reply): string {
    const { head, isNotModified, body, held, keyId } = reply;
    const fields = isNotModified ? head.fields.slice(0, head.bodyFieldsAt) : head.fields;
    const requestId = requestIdOf(request, request.headers);
    // Written in place: Node has read the list when `writeHead` returns.
    fields[REQUEST_ID] = requestId;
    response.writeHead(isNotModified ? 304 : 200, fields);
    if (body instanceof Pieces) body.sendTo(response);
    else response.end(body);
    if (held && keyId !== undefined && !response.writableFinished) this.unsent.add(held, keyId, request, response);
    return requestId;
  }
}

const REQUEST_ID = 1;

/** Sends a short text that must not be stored, and that counts against no key. */
export function sendText(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  type = JSON_TYPE,
): void {
  const body = Buffer.from(text);
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(method === 'HEAD' ? undefined : body);
}

/**
 * `If-Modified-Since` counts only without `If-None-Match`, and for GET and HEAD (RFC 9110 section 13.1.3). Only the very date matches: a
 * later one is of another clock, and may be of other rows.
 */
function isKnown(headers: IncomingMessage['headers'], { etag, modifiedAt }: Head, method?: string): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = headers;
  if (tags !== undefined) return matches(tags, etag);
  return date !== undefined && method !== 'QUERY' && HTTP_DATE.test(date) && modifiedAt === dateOf(date);
}

/** A date in today's form, or in those from before 1990 (RFC 9110 section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]{20,24}$/;

function dateOf(date: string): number {
  // The oldest form has no zone, and means UTC as well.
  return Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
}

/** `If-None-Match` compares weakly (RFC 9110 section 13.1.2). */
export function matches(field: string | undefined, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  // Nearly every client sends the tag alone.
  if (field === etag) return true;
  const header = shortField(field);
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Request fields that an answer depends on. */
const VARY = 'Accept, Accept-Encoding, Authorization, Origin, Prefer, X-API-KEY';

/**
 * The head of an answer with rows. It is remembered with the call, and must not refer to the result, whose bodies would stay in memory
 * after the cache has evicted them.
 */
export interface ResponseHead extends Head {
  readonly hash: string;
  readonly length: number;
  readonly coding: Coding | undefined;
  readonly truncated: boolean;
  readonly age: number;
  readonly maxAge: number;
  readonly isVerified: boolean;
  /** Whether the URL names the form. */
  readonly isFile: boolean;
}

export interface HeadOptions {
  /** Milliseconds since the request came, for the time of a run. */
  readonly totalMs?: number | undefined;
  /** Undefined for the envelope. */
  readonly kind?: FormKind | undefined;
  /** Whether the URL names the form, and so leads to a file. */
  readonly isFile?: boolean;
  /** Whether the caller may see the cost of the run behind the answer. */
  readonly seesCost?: boolean;
}

/** The body in the best coding that the client accepts, if that made it smaller. */
export function bodyOf({ result }: Answer, accepted: Coding | undefined): Buffer {
  return (accepted && result.coded[accepted]) ?? result.body;
}

export function headOf(answer: Answer, accepted: Coding | undefined, options: HeadOptions = {}): ResponseHead {
  const { totalMs, kind, isFile = false, seesCost = false } = options;
  const { result, endpoint, ignored, modifiedAt, nextLink, totalRows = result.rows } = answer;
  const { hash, truncated, next } = result;
  const { length, coding, etag } = inCoding(result, accepted).said;
  const age = wholeAge(answer);
  const maxAge = wholeMaxAge(answer);
  const { isVerified = false } = answer;
  const fields = [
    'X-Request-Id',
    '',
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    cacheControl(answer, maxAge),
  ];
  fields.push(
    'Cache-Status',
    cacheStatus(answer),
    'Server-Timing',
    serverTiming(answer, totalMs),
    'ETag',
    etag,
    'Vary',
    VARY,
  );
  if (modifiedAt !== undefined) fields.push('Last-Modified', new Date(modifiedAt).toUTCString());
  if (endpoint.cachingSeconds !== undefined) fields.push('Age', String(age));
  if (ignored.length > 0) fields.push('Quern-Ignored-Parameters', ignoredParameters(ignored));
  if (truncated) fields.push('Quern-Truncated', 'true');
  if (endpoint.slices) fields.push('Quern-Total-Rows', String(totalRows));
  if (next !== undefined) {
    fields.push('Quern-Next', next);
    if (nextLink !== undefined) fields.push('Link', `<${nextLink}${next}>; rel="next"`);
  }
  if (seesCost && result.cost) fields.push('Quern-Cost', costField(answer, result.cost));
  const bodyFieldsAt = fields.length;
  fields.push(
    'Content-Type',
    kind === undefined ? JSON_TYPE : FORMS[kind].contentType,
    'Content-Length',
    String(length),
  );
  if (coding !== undefined) fields.push('Content-Encoding', coding);
  // Names of endpoints have no characters that need escaping.
  if (kind !== undefined && isFile && kind !== 'json') {
    fields.push('Content-Disposition', `attachment; filename="${endpoint.name}.${FORMS[kind].extension}"`);
  }
  return { hash, length, coding, etag, modifiedAt, truncated, age, maxAge, isVerified, fields, bodyFieldsAt, isFile };
}

/** Whether this head, made for an earlier hit, is right for this answer as well. */
export function stillFits(head: ResponseHead, answer: Answer, accepted: Coding | undefined): boolean {
  const { result } = answer;
  return (
    head.hash === result.hash &&
    head.length === bodyOf(answer, accepted).length &&
    head.truncated === result.truncated &&
    head.age === wholeAge(answer) &&
    head.maxAge === wholeMaxAge(answer) &&
    head.isVerified === (answer.isVerified ?? false) &&
    head.modifiedAt === answer.modifiedAt &&
    head.coding === (accepted && result.coded[accepted] ? accepted : undefined)
  );
}

export function wholeAge({ ageSeconds }: Answer): number {
  return Math.floor(ageSeconds);
}

export function wholeMaxAge({ endpoint, ageSeconds }: Answer): number {
  return Math.max(0, Math.floor((endpoint.cachingSeconds ?? 0) - ageSeconds));
}

/**
 * `private`, since `X-API-KEY` gets no protection from shared caches (RFC 9111 section 3.5). `max-age` is the remaining time, beside `Age`:
 * caches that subtract the age once more only ask again sooner, and none keeps an answer too long.
 */
function cacheControl({ endpoint }: Answer, maxAge: number): string {
  return endpoint.cachingSeconds === undefined ? 'no-store' : `private, max-age=${maxAge}`;
}

/**
 * The origin of the answer and, if it waited for a run, the milliseconds of the run and in all. The cost of the run is left out: not every
 * key may see it.
 */
function serverTiming({ outcome, engineMs }: Answer, totalMs = 0): string {
  const durations =
    engineMs === undefined ? '' : `, engine;dur=${engineMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`;
  return `cache;desc=${outcome}${durations}`;
}

/** The action of Quern's own cache, by RFC 9211. */
function cacheStatus(answer: Answer): string {
  const { endpoint, ageSeconds, outcome, isVerified = false, collapsed, stored, isForBudget = false } = answer;
  const ttl = Math.floor((endpoint.cachingSeconds ?? 0) - ageSeconds);
  if (outcome === 'hit') return `quern; hit; ttl=${ttl}${isVerified ? '; detail=verified' : ''}`;
  if (outcome === 'stale') return `quern; hit; ttl=${ttl}; detail=${isForBudget ? 'budget' : 'stale-if-error'}`;
  return `quern; fwd=${FORWARDED[outcome]}${collapsed ? '; collapsed' : ''}${stored ? '; stored' : ''}`;
}

const FORWARDED: Readonly<Record<Exclude<CacheOutcome, 'hit' | 'stale'>, string>> = {
  miss: 'miss',
  expired: 'stale',
  forced: 'request',
  disabled: 'bypass',
};

/** Members of `Quern-Cost`, with their values of a run. */
const MEMBERS = [
  ['bytes_billed', ({ bytesBilled }: RunCost) => bytesBilled],
  ['bytes_processed', ({ bytesProcessed }: RunCost) => bytesProcessed],
  ['slot_ms', ({ slotMilliseconds }: RunCost) => slotMilliseconds],
  ['run_ms', ({ milliseconds }: RunCost) => milliseconds],
] as const;

/**
 * A dictionary (RFC 9651) of the answer's cost. An answer that no run was made for has `saved` alone, whose parameters are the cost of the
 * earlier run.
 */
function costField({ outcome, collapsed }: Answer, cost: RunCost): string {
  const members = MEMBERS.flatMap(([name, read]) => {
    const value = read(cost);
    return value === undefined ? [] : `${name}=${Math.round(value)}`;
  });
  const isSaved = outcome === 'hit' || outcome === 'stale' || collapsed;
  return isSaved ? ['saved', ...members].join(';') : members.join(', ');
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
