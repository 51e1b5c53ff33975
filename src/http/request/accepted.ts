import Negotiator from 'negotiator';
import { FORM_NAMES, type FormKind, type FormName, FORMS, isFormName } from '../../contract/form-names.js';
import { MAX_FIELD_CHARS, shortField } from './directives.js';
import { type Coding, CODINGS } from '../../cache/cached-result.js';
import { QuernError } from '../../errors/quern-error.js';

/** The format that a client wants at an endpoint's plain URL: the JSON envelope, or its rows in a form. */
export type AcceptedForm = 'envelope' | Exclude<FormName, 'json'>;

/** Parameters of the media types that clients may name: all text is UTF-8, and a CSV has a header. */
const PARAMETERS = '; charset=utf-8';
const CSV_PARAMETERS = '; header=present';

/** Best first, for clients that like several equally: JSON is the envelope here, and is the answer to `*\/*`. */
const MEDIA_TYPES = FORM_NAMES.map(
  (name) => `${FORMS[name].mediaType}${PARAMETERS}${name === 'csv' ? CSV_PARAMETERS : ''}`,
);

/** A parameter of a media range, and its name. */
const PARAMETER = /;\s*([^\s=,;"]*)[^,;"]*(?:"(?:[^"\\]|\\.)*"?[^,;"]*)?/g;

/**
 * The best of media types for an `Accept` field (RFC 9110 section 12.5.1), the first of equals; undefined where the field takes none.
 * Clients that send a parameter with no meaning here, such as `odata=verbose` or Prometheus' `escaping`, prefer an answer without it to a
 * refusal.
 *
 * @param meant names of the types' own parameters
 */
export function bestType(accept: string, types: readonly string[], ...meant: readonly string[]): string | undefined {
  const heeded = accept.replaceAll(PARAMETER, (parameter: string, name: string) =>
    ['q', ...meant].includes(name.toLowerCase()) ? parameter : '',
  );
  return new Negotiator({ headers: { accept: heeded } }).mediaType(types);
}

/** The best form for an `Accept` field; undefined where the client accepts none. */
export function acceptedForm(header: string | undefined): AcceptedForm | undefined {
  if (header === undefined || header === '*/*' || header === 'application/json') return 'envelope';
  return header.length > MAX_FIELD_CHARS ? undefined : bestForm(header);
}

const bestForm = remembered((accept): AcceptedForm | undefined => {
  const best = bestType(accept, MEDIA_TYPES, 'charset', 'header');
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
