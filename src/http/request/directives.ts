import { type CacheDirectives, NO_DIRECTIVES } from '../../execution/call.js';

type Prefer = string | readonly string[] | undefined;

/** `Prefer: handling=strict` (RFC 7240 section 4.4). */
export function isStrict(prefer: Prefer): boolean {
  return preferences(prefer).some(([preference]) => preference === 'handling=strict');
}

/**
 * `Prefer: include=meta`, a preference of Quern's own. It may stand as a parameter of another one too, such as
 * `return=representation; include=meta`.
 */
export function wantsMeta(prefer: Prefer): boolean {
  return preferences(prefer).some((parts) => parts.includes('include=meta'));
}

/** The longest `timeout` of a file: no call takes longer. */
const MAX_WAIT_SECONDS = 3600;

/**
 * Seconds that a client waits for the ordinary answer, by `Prefer: respond-async, wait=5` (RFC 7240 sections 4.1 and 4.3); undefined if it
 * waits to the end. A `wait` that is no number of seconds is ignored.
 */
export function secondsToWait(prefer: Prefer): number | undefined {
  const names = preferences(prefer).map(([preference = '']) => preference);
  if (!names.includes('respond-async')) return undefined;
  const [, seconds = '0'] = names.map((name) => /^wait=(\d{1,9})$/.exec(name)).find((match) => match !== null) ?? [];
  return Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

/** Each preference with its parameters, without white space and quotes. */
function preferences(prefer: Prefer): readonly (readonly string[])[] {
  const field = shortField(prefer === undefined ? undefined : String(prefer));
  if (field === undefined) return [];
  return field
    .toLowerCase()
    .split(',')
    .map((preference) => preference.split(';').map((part) => part.replace(/[\s"]/g, '')));
}

/** The directives of a request's `Cache-Control` (RFC 9111 section 5.2.1); unknown ones are ignored. */
export function cacheDirectives(field: string | undefined): CacheDirectives {
  const header = shortField(field);
  if (header === undefined) return NO_DIRECTIVES;
  const names = header.split(',').map((directive) => directive.trim().toLowerCase());
  return { noCache: names.includes('no-cache'), onlyIfCached: names.includes('only-if-cached') };
}

/** Most characters of a header field that lists formats, tags or preferences; longer ones are ignored. */
export const MAX_FIELD_CHARS = 1024;

/**
 * Returns the field, or undefined where it is too long: reading a list of 48 KiB, as large as a header may be, holds the event loop a
 * hundred times as long as all else of an answer from memory, and needs no key.
 */
export function shortField(field: string | undefined): string | undefined {
  return field !== undefined && field.length > MAX_FIELD_CHARS ? undefined : field;
}
