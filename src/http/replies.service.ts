import { Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CachedResult, type Coding } from '../cache/cached-result.js';
import { Pieces } from '../execution/body/pieces.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { requestIdOf } from './request/request-context.js';
import { shortField } from './request/directives.js';

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

/** A body in the coding that its client likes best, if that has made it smaller. */
export function bodyIn({ body, coded }: Pick<CachedResult, 'body' | 'coded'>, accepted: Coding | undefined): Buffer {
  return (accepted && coded[accepted]) ?? body;
}

/** A reply with the facts for its head. */
export function inCoding({ body, coded, hash }: Pick<CachedResult, 'body' | 'coded' | 'hash'>, accepted?: Coding) {
  const coding = accepted && coded[accepted] && accepted;
  const bytes = bodyIn({ body, coded }, coding);
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
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]{16,20}(?: GMT|\d{4})$/;

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
