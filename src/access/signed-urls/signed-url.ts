import { parseQueryString } from '../../parameters/query-string.js';

/** No declared parameter can have such a name, since a hyphen is none of its characters. */
const KEY = 'quern-key';
const EXPIRES = 'quern-expires';
const SIGNATURE = 'quern-signature';
const NAMES: readonly string[] = [KEY, EXPIRES, SIGNATURE];

/** The longest time for which a URL is signed. */
export const MAX_SIGNED_SECONDS = 30 * 86_400;

/** What a URL of a call says, signed or not. */
export interface CallingUrl {
  /** Id or name. */
  readonly endpoint: string;
  readonly form: string | undefined;
  /** Without those of a signature. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
}

export interface SignedUrl extends CallingUrl {
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** Nothing that would have to be decoded, and no slash behind it: one call has one path by name, and one by id. */
const TARGET = /^\/api\/endpoints\/query\/([A-Za-z0-9._-]+)(?:\/rows\.([a-z]+))?(?=\?|$)/;

/** As many digits as a time of this century has, so that one number has one text. */
const SECONDS = /^[1-9]\d{9}$/;

/** Has the URL a signature, good or bad? One whose very name is escaped is none. */
export function hasSignature(url: string): boolean {
  return url.includes(`${SIGNATURE}=`);
}

export function isOfSignature(name: string): boolean {
  return NAMES.includes(name);
}

/**
 * What a request target from its first slash on calls; undefined for any other path than that of the rows of an endpoint.
 *
 * @throws QuernError where the query string cannot be read
 */
export function readCallingUrl(url: string): CallingUrl | undefined {
  const [, endpoint, form] = TARGET.exec(url) ?? [];
  if (endpoint === undefined) return undefined;
  const parameters = Array.from(parseQueryString(url)).filter(([name]) => !isOfSignature(name));
  return { endpoint, form, parameters: new Map(parameters) };
}

/**
 * The same with the parts of its signature; undefined where one of them is missing, stands there twice or cannot be one.
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

/** The URL with these parts of a signature behind its parameters, instead of those that it may have. */
export function withSignature(url: string, { keyId, expires, signature }: Omit<SignedUrl, keyof CallingUrl>): string {
  const bare = withoutSignature(url);
  const separator = bare.includes('?') ? '&' : '?';
  // None of them has a character that would have to be escaped.
  return `${bare}${separator}${KEY}=${keyId}&${EXPIRES}=${expires}&${SIGNATURE}=${signature}`;
}

/** The URL without any part of a signature: all else stays as it is written. It has been parsed before. */
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
