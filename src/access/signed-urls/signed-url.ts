import { type CallPath, readCallPath } from '../../parameters/call-path.js';
import { type CallParameters, parseQueryString } from '../../parameters/query-string.js';

/** Parameters of a signature: no declared one can be called so, since a hyphen is none of its characters. */
const KEY = 'quern-key';
const EXPIRES = 'quern-expires';
const SIGNATURE = 'quern-signature';
const NAMES: readonly string[] = [KEY, EXPIRES, SIGNATURE];

/** Longest time for which a URL is signed. */
export const MAX_SIGNED_SECONDS = 30 * 86_400;

/** The parts of a call's URL, signed or not. */
export interface CallingUrl extends CallPath {
  /** Parameters without those of a signature. */
  readonly parameters: CallParameters;
}

export interface SignedUrl extends CallingUrl {
  readonly keyId: string;
  /** End of the signature's life, in seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** Digits of a time in this century, so that one number has one text. */
const SECONDS = /^[1-9]\d{9}$/;

/** Whether the URL has a signature, good or bad. An escaped `quern-signature` is none. */
export function hasSignature(url: string): boolean {
  return url.includes(`${SIGNATURE}=`);
}

export function isOfSignature(name: string): boolean {
  return NAMES.includes(name);
}

/**
 * Reads the call in a request target from its first slash on; undefined for any other path than that of the rows of an endpoint.
 *
 * @throws QuernError where the query string cannot be read
 */
export function readCallingUrl(url: string): CallingUrl | undefined {
  const path = readCallPath(url);
  if (!path) return undefined;
  const parameters = Array.from(parseQueryString(url)).filter(([name]) => !isOfSignature(name));
  return { ...path, parameters: new Map(parameters) };
}

/**
 * Reads a call and its signature; undefined where a part of that is missing, stands there twice or cannot be one.
 *
 * @throws QuernError where the query string cannot be read
 */
export function readSignedUrl(url: string): SignedUrl | undefined {
  const call = readCallingUrl(url);
  if (!call) return undefined;
  const all = parseQueryString(url);
  const [keyId, expires = '', signature] = NAMES.map((name) => {
    const texts = all.get(name) ?? [];
    return texts.length === 1 ? texts[0] : undefined;
  });
  if (keyId === undefined || signature === undefined || !SECONDS.test(expires)) return undefined;
  return { ...call, keyId, expires: Number(expires), signature };
}

/** Puts these parts of a signature behind the URL's parameters, instead of those that it may have. */
export function withSignature(url: string, { keyId, expires, signature }: Omit<SignedUrl, keyof CallingUrl>): string {
  const bare = withoutSignature(url);
  const separator = bare.includes('?') ? '&' : '?';
  // No part has a character that would have to be escaped.
  return `${bare}${separator}${KEY}=${keyId}&${EXPIRES}=${expires}&${SIGNATURE}=${signature}`;
}

/** Takes all parts of a signature out of a URL that has been parsed before; all else stays as it is written. */
export function withoutSignature(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const pairs = url.slice(start + 1).split('&');
  const others = pairs.filter((pair) => pair !== '' && !isOfSignature(nameOf(pair)));
  return `${url.slice(0, start)}${others.length === 0 ? '' : `?${others.join('&')}`}`;
}

function nameOf(pair: string): string {
  const [name] = parseQueryString(`?${pair}`).keys();
  return name ?? '';
}
