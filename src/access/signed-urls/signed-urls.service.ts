import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { type QuernError } from '../../errors/quern-error.js';
import { AccessService } from '../access.service.js';
import { type Key } from '../key.js';
import { createSigningSecret } from '../token.js';
import { unauthenticated } from '../credentials.js';
import { isSignature } from './signed-call.js';
import { MAX_SIGNED_SECONDS, type SignedUrl } from './signed-url.js';

/** Seconds by which the clock of a signer may be ahead. */
const AHEAD_SECONDS = 3600;

/** Finds the key in whose name a URL is signed. */
@Injectable()
export class SignedUrls {
  /** Secret that signs nothing. It is used for unknown keys and keys without signed URLs, so that the time of an answer does not tell them apart. */
  private readonly nobodys = createSigningSecret();

  constructor(
    private readonly access: AccessService,
    @Optional() @Inject(Clock) private readonly now: Clock = Date.now,
  ) {}

  /**
   * @param endpointId id of the endpoint that the URL names; any other text where there is none
   * @throws QuernError `unauthenticated`; `signed_url_expired`, or that the key has expired, only for URLs that were valid once
   */
  keyOf(url: SignedUrl, endpointId: string): Key {
    const call = { ...url, endpointId };
    const signers = this.access.signersOf(url.keyId);
    const signer = signers.find(({ secret }) => isSignature(url.signature, call, secret));
    if (signers.length === 0) isSignature(url.signature, call, this.nobodys);
    const secondsLeft = url.expires - this.now() / 1000;
    if (!signer || secondsLeft > MAX_SIGNED_SECONDS + AHEAD_SECONDS) throw notGood();
    if (secondsLeft <= 0) throw unauthenticated('This signed URL has expired.', 'invalid_token', 'signed_url_expired');
    return this.access.unexpired(signer.key);
  }
}

export function notGood(): QuernError {
  return unauthenticated(
    'This signed URL is not good: it is not as it was signed, or its key is gone or allows none any more.',
    'invalid_token',
  );
}
