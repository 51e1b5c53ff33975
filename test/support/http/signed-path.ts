import { signatureOf } from '../../../src/access/signed-urls/signed-call.js';
import { readCallingUrl, withSignature } from '../../../src/access/signed-urls/signed-url.js';

/** 256 bits that are not random. */
export const SECRET = 'a-secret-of-256-bits-for-tests-aaaaaaaaaaaa';
export const OTHER_SECRET = 'another-secret-of-256-bits-for-tests-bbbbbb';

export interface SigningTerms {
  readonly keyId: string;
  readonly endpointId: string;
  readonly expires: Date;
  readonly secret?: string;
}

/** A path of a call as `quern keys sign` signs it. */
export function signedPath(path: string, { keyId, endpointId, expires: end, secret = SECRET }: SigningTerms): string {
  const call = readCallingUrl(path);
  if (!call) throw new Error(`this is no call: ${path}`);
  const expires = Math.floor(end.getTime() / 1000);
  return withSignature(path, {
    keyId,
    expires,
    signature: signatureOf({ ...call, keyId, endpointId, expires }, secret),
  });
}
