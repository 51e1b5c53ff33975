import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature says may be asked for: one endpoint in one form with exactly these parameters, by GET or HEAD, until a certain time. */
export interface SignedCall {
  readonly keyId: string;
  /** The lasting id: a signature is worth nothing to another endpoint that takes the name over. */
  readonly endpointId: string;
  /** As the path has it, behind `rows.`; undefined at the plain URL. */
  readonly form: string | undefined;
  /** Decoded, so that it makes no difference how a client escapes them, nor in which order the names stand. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Seconds since 1970, from which on it is refused. */
  readonly expires: number;
}

/** For nothing else does Quern sign; what it signs some day in another way gets another label. */
const LABEL = 'quern signed URL, version 1';

/** HMAC-SHA-256 in base64url: 43 characters. */
export function signatureOf(call: SignedCall, secret: string): string {
  return createHmac('sha256', secret).update(canonicalText(call)).digest('base64url');
}

/** Compared as texts, since the last character of base64url has bits that decoding drops; in a time that tells nothing of the right one. */
export function isSignature(given: string, call: SignedCall, secret: string): boolean {
  const [own, right] = [Buffer.from(given), Buffer.from(signatureOf(call, secret))];
  return own.length === right.length && timingSafeEqual(own, right);
}

/** In JSON no two calls have the same text. */
function canonicalText({ keyId, endpointId, form, parameters, expires }: SignedCall): string {
  const sorted = Array.from(parameters).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([LABEL, 'GET', keyId, expires, endpointId, form ?? null, sorted]);
}
