import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CallParameters } from '../../parameters/query-string.js';

/** A call that a signature allows: one endpoint in one form with exactly these parameters, by GET or HEAD, until a certain time. */
export interface SignedCall {
  readonly keyId: string;
  /** Lasting id: a signature is worth nothing to another endpoint that takes the name over. */
  readonly endpointId: string;
  /** Form as in the path, behind `rows.`; undefined at the plain URL. */
  readonly form: string | undefined;
  /** Decoded parameters, so that neither a client's escapes nor the order of the names make a difference. */
  readonly parameters: CallParameters;
  /** End of the signature's life, in seconds since 1970. */
  readonly expires: number;
}

/** Label of the signed text; another kind of signature needs another one. */
const LABEL = 'quern signed URL, version 1';

/** HMAC-SHA-256 in base64url: 43 characters. */
export function signatureOf(call: SignedCall, secret: string): string {
  return createHmac('sha256', secret).update(canonicalText(call)).digest('base64url');
}

/** Compares texts, since the last character of base64url has bits that decoding drops; the time that it takes does not reveal the right one. */
export function isSignature(given: string, call: SignedCall, secret: string): boolean {
  const [own, right] = [Buffer.from(given), Buffer.from(signatureOf(call, secret))];
  return own.length === right.length && timingSafeEqual(own, right);
}

/** The signed text: JSON, which differs for any two calls. */
function canonicalText({ keyId, endpointId, form, parameters, expires }: SignedCall): string {
  const sorted = Array.from(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([LABEL, 'GET', keyId, expires, endpointId, form ?? null, sorted]);
}
