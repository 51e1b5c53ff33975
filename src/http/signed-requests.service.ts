import { Injectable } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from '../access/key.js';
import { hasSignature, readSignedUrl, type SignedUrl, withoutSignature } from '../access/signed-urls/signed-url.js';
import { notGood, SignedUrls } from '../access/signed-urls/signed-urls.service.js';
import { MAX_URL_BYTES } from '../contract/request-limits.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { QuernError } from '../errors/quern-error.js';
import { Registry } from '../registry/registry.service.js';
import { isSigned, SIGNED } from './request/request-context.js';

interface SignedRequest extends IncomingMessage {
  [SIGNED]?: true;
  /** The whole URL: from `url`, Express cuts off the path that a middleware is mounted at. */
  originalUrl?: string;
}

/** Header fields that could make a call differ from its URL, or do more than its signer meant to allow. */
const NOT_SIGNED = ['accept', 'cache-control', 'prefer'];

/**
 * Refuses all but reading on a signed URL. Office programs ask first for the allowed methods, and read if that is refused; a 401 would make
 * them ask for a password.
 *
 * @throws QuernError `method_not_allowed`
 */
export function refuseUnsignedMethod(request: SignedRequest): void {
  const { method } = request;
  if (isSigned(request) && method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
}

/** Reads the signatures of URLs, for requests without a key in their header. */
@Injectable()
export class SignedRequests {
  constructor(
    private readonly urls: SignedUrls,
    private readonly registry: Registry,
  ) {}

  /**
   * The key that signed the URL; undefined for a URL without a signature. The request then becomes the one that the key itself would have
   * sent: without the signature in its URL, and without the header fields that were not signed.
   *
   * @throws QuernError `unauthenticated`, `signed_url_expired`
   */
  keyOf(request: SignedRequest): Key | undefined {
    const { originalUrl, url = '' } = request;
    const target = originalUrl ?? url;
    if (!hasSignature(target)) return undefined;
    const signed = readIfGood(target);
    if (!signed) throw notGood();
    // Nothing has been signed for a name of no endpoint.
    const endpointId = this.registry.findIfServed(signed.endpoint)?.endpoint.id ?? '';
    const key = this.urls.keyOf(signed, endpointId);
    request.url = withoutSignature(url);
    if (originalUrl !== undefined) request.originalUrl = withoutSignature(originalUrl);
    for (const name of NOT_SIGNED) Reflect.deleteProperty(request.headers, name);
    request[SIGNED] = true;
    return key;
  }
}

/** Reads a signed URL; undefined for any fault: callers must be known before they get its reason. */
function readIfGood(target: string): SignedUrl | undefined {
  if (target.length > MAX_URL_BYTES) return undefined;
  try {
    return readSignedUrl(target);
  } catch (error) {
    if (error instanceof QuernError) return undefined;
    throw error;
  }
}
