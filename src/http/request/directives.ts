import { type CacheDirectives, NO_DIRECTIVES } from '../../execution/call.js';
import Negotiator from 'negotiator';
import { FORM_NAMES, type FormKind, type FormName, FORMS, isFormName } from '../../contract/form-names.js';
import { type Coding, CODINGS } from '../../cache/cached-result.js';
import { QuernError } from '../../errors/quern-error.js';

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

/** The format that a client wants at an endpoint's plain URL: the JSON envelope, or its rows in a form. */
export type AcceptedForm = 'envelope' | Exclude<FormName, 'json'>;

/** Parameters of the media types that clients may name: all text is UTF-8, and a CSV has a header. */
const PARAMETERS = '; charset=utf-8';
const CSV_PARAMETERS = '; header=present';

/** Best first, for clients that like several equally: JSON is the envelope here, and is the answer to `*\/*`. */
const MEDIA_TYPES = FORM_NAMES.map(
  (name) => `${FORMS[name].mediaType}${PARAMETERS}${name === 'csv' ? CSV_PARAMETERS : ''}`,
);

/**
 * Parameters that none of our media types has, such as `odata=verbose` or `indent=4`. Clients that send them prefer an answer without them
 * to a refusal.
 */
const UNHEEDED = /;\s*(?!\s*(?:q|charset|header)\s*=)[^,;"]*(?:"(?:[^"\\]|\\.)*"?[^,;"]*)?/gi;

/** The best form for an `Accept` field (RFC 9110 section 12.5.1); undefined where the client accepts none. */
export function acceptedForm(header: string | undefined): AcceptedForm | undefined {
  if (header === undefined || header === '*/*' || header === 'application/json') return 'envelope';
  return header.length > MAX_FIELD_CHARS ? undefined : bestForm(header);
}

const bestForm = remembered((accept): AcceptedForm | undefined => {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(UNHEEDED, '') } }).mediaType(MEDIA_TYPES);
  const name = FORM_NAMES[MEDIA_TYPES.findIndex((each) => each === best)];
  return name === 'json' ? 'envelope' : name;
});

/** The best coding that a client accepts (RFC 9110 section 12.5.3); undefined for the plain body. */
export function acceptedCoding(field: string | undefined): Coding | undefined {
  const header = shortField(field);
  return header === undefined ? undefined : bestCoding(header);
}

/** A client that prefers the plain body to any coding gets it; among equals, Quern's own order decides. */
const bestCoding = remembered((header) => {
  const best = codingOf(header, CODINGS);
  return CODINGS.find((coding) => coding === best);
});

/** Whether a client accepts gzip and does not prefer the plain body. */
export function acceptsGzip(field: string | undefined): boolean {
  const header = shortField(field);
  return header !== undefined && codingOf(header, ['gzip']) === 'gzip';
}

function codingOf(header: string, preferred: readonly string[]): string | undefined {
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  return negotiator.encoding([...preferred, 'identity'], { preferred });
}

/** Clients send a handful of different headers. A client with ever new ones only makes all headers be parsed again. */
function remembered<T>(parse: (header: string) => T): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    const before = known.get(header);
    if (before !== undefined || known.has(header)) return before as T;
    const parsed = parse(header);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(header, parsed);
    return parsed;
  };
}

const MAX_KNOWN = 100;

/** The signature since version 1 of the package, which its types do not have yet. */
interface CodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

export interface WantedForm {
  /** Undefined for the envelope. */
  readonly kind: FormKind | undefined;
  /** Whether the URL names the form, and so leads to a file. */
  readonly isFile: boolean;
}

const FORM_LIST = FORM_NAMES.map((name) => `rows.${name}`).join(', ');
const TYPE_LIST = FORM_NAMES.map((name) => FORMS[name].mediaType).join(', ');

/** The form that the URL names, or else the best one for `Accept`. @throws QuernError `not_acceptable` */
export function wantedForm(named: FormKind | undefined, accept: string | undefined): WantedForm {
  if (named !== undefined) return { kind: named, isFile: true };
  const accepted = acceptedForm(accept);
  if (accepted === undefined) throw new QuernError('not_acceptable', `The rows can be had as ${TYPE_LIST}.`);
  return { kind: accepted === 'envelope' ? undefined : accepted, isFile: false };
}

/** The form behind `rows.` in a path. @throws QuernError `form_not_found` */
export function formNamed(name: string): FormName {
  if (!isFormName(name)) throw new QuernError('form_not_found', `There is no such form; there are ${FORM_LIST}.`);
  return name;
}
