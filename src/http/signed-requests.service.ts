import { Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Key } from '../access/key.js';
import { hasSignature, readSignedUrl, type SignedUrl, withoutSignature } from '../access/signed-urls/signed-url.js';
import { notGood, SignedUrls } from '../access/signed-urls/signed-urls.service.js';
import { MAX_URL_BYTES } from '../contract/request-limits.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { QuernError } from '../errors/quern-error.js';
import { Registry } from '../registry/registry.service.js';
import { SIGNED } from './request/request-context.js';

interface SignedRequest extends IncomingMessage {
  [SIGNED]?: true;
  /** Express cuts off `url` what a middleware is mounted at. */
  originalUrl?: string;
}

/** Header fields by which a call would come to something else than its URL says, or to more than whoever signed it has meant. */
const NOT_SIGNED = ['accept', 'cache-control', 'prefer'];

/** Did it come by a signed URL, and with no key? */
export function isSigned(request: SignedRequest): boolean {
  return request[SIGNED] === true;
}

/** A page that shows the answer is to tell nobody where it had it from. */
export function keepUrlPrivate(request: SignedRequest, response: ServerResponse): void {
  if (isSigned(request)) response.setHeader('Referrer-Policy', 'no-referrer');
}

/**
 * What was signed can be read. Office programs ask first what else there is, and read it if that is not allowed; a 401 makes them ask for a
 * password.
 *
 * @throws QuernError `method_not_allowed`
 */
export function refuseUnsignedMethod(request: SignedRequest): void {
  const { method } = request;
  if (isSigned(request) && method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
}

/** Requests whose URL is signed, and which have no key in their header. */
@Injectable()
export class SignedRequests {
  constructor(
    private readonly urls: SignedUrls,
    private readonly registry: Registry,
  ) {}

  /**
   * Undefined where the URL has no signature. Where it has a good one, the request is from now on what it would be if its key had sent
   * it: the signature is in its URL no more, and what was not signed is not in its header.
   *
   * @throws QuernError `unauthenticated`, `signed_url_expired`
   */
  keyOf(request: SignedRequest): Key | undefined {
    const { originalUrl, url = '' } = request;
    const target = originalUrl ?? url;
    if (!hasSignature(target)) return undefined;
    const signed = readIfGood(target);
    if (!signed) throw notGood();
    // By another name than an endpoint's, nothing has been signed.
    const endpointId = this.registry.findIfServed(signed.endpoint)?.endpoint.id ?? '';
    const key = this.urls.keyOf(signed, endpointId);
    request.url = withoutSignature(url);
    if (originalUrl !== undefined) request.originalUrl = withoutSignature(originalUrl);
    for (const name of NOT_SIGNED) Reflect.deleteProperty(request.headers, name);
    request[SIGNED] = true;
    return key;
  }
}

/** What is wrong with the rest of a URL is for those to know who may call. */
function readIfGood(target: string): SignedUrl | undefined {
  if (target.length > MAX_URL_BYTES) return undefined;
  try {
    return readSignedUrl(target);
  } catch (error) {
    if (error instanceof QuernError) return undefined;
    throw error;
  }
}
