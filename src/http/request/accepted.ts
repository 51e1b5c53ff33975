import Negotiator from 'negotiator';
import { FORM_NAMES, type FormKind, type FormName, FORMS, isFormName } from '../../contract/form-names.js';
import { MAX_FIELD_CHARS, shortField } from './directives.js';
import { type Coding, CODINGS } from '../../cache/cached-result.js';
import { QuernError } from '../../errors/quern-error.js';

/** What a client wants at an endpoint's plain URL: the JSON envelope, or its rows in a form. */
export type AcceptedForm = 'envelope' | Exclude<FormName, 'json'>;

/** What may be said of each: all text is UTF-8, and a CSV has a header. */
const PARAMETERS = '; charset=utf-8';
const CSV_PARAMETERS = '; header=present';

/** Best first, where a client likes several as well: JSON is the envelope here, and what `*\/*` gets. */
const MEDIA_TYPES = FORM_NAMES.map(
  (name) => `${FORMS[name].mediaType}${PARAMETERS}${name === 'csv' ? CSV_PARAMETERS : ''}`,
);

/**
 * Parameters of a media type that none of ours has, such as `odata=verbose` or `indent=4`. Clients that send them take an answer without,
 * and would rather not have a refusal.
 */
const UNHEEDED = /;\s*(?!\s*(?:q|charset|header)\s*=)[^,;"]*(?:"(?:[^"\\]|\\.)*"?[^,;"]*)?/gi;

/** The best form for an `Accept` field (RFC 9110 section 12.5.1); undefined where there is none that the client takes. */
export function acceptedForm(header: string | undefined): AcceptedForm | undefined {
  if (header === undefined || header === '*/*' || header === 'application/json') return 'envelope';
  return header.length > MAX_FIELD_CHARS ? undefined : bestForm(header);
}

const bestForm = remembered((accept): AcceptedForm | undefined => {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(UNHEEDED, '') } }).mediaType(MEDIA_TYPES);
  const name = FORM_NAMES[MEDIA_TYPES.findIndex((each) => each === best)];
  return name === 'json' ? 'envelope' : name;
});

/** The best coding that a client takes (RFC 9110 section 12.5.3); undefined for the plain body. */
export function acceptedCoding(field: string | undefined): Coding | undefined {
  const header = shortField(field);
  return header === undefined ? undefined : bestCoding(header);
}

/** A client that wants the plain body more than any coding gets it; among equals, Quern's own order decides. */
const bestCoding = remembered((header) => {
  const best = codingOf(header, CODINGS);
  return CODINGS.find((coding) => coding === best);
});

/** Does a client take gzip, and not want the plain body more? */
export function acceptsGzip(field: string | undefined): boolean {
  const header = shortField(field);
  return header !== undefined && codingOf(header, ['gzip']) === 'gzip';
}

function codingOf(header: string, preferred: readonly string[]): string | undefined {
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  return negotiator.encoding([...preferred, 'identity'], { preferred });
}

/** Clients send a handful of different headers. One that sends ever new ones only makes all be parsed again. */
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

/** What the package takes since its version 1; its types do not say so yet. */
interface CodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}

export interface WantedForm {
  /** The envelope where undefined. */
  readonly kind: FormKind | undefined;
  /** Whether the URL names it: what it leads to is a file then. */
  readonly isFile: boolean;
}

const FORM_LIST = FORM_NAMES.map((name) => `rows.${name}`).join(', ');
const TYPE_LIST = FORM_NAMES.map((name) => FORMS[name].mediaType).join(', ');

/** Of the form that the URL names, if it names one, and the field `Accept`. @throws QuernError `not_acceptable` */
export function wantedForm(named: FormKind | undefined, accept: string | undefined): WantedForm {
  if (named !== undefined) return { kind: named, isFile: true };
  const accepted = acceptedForm(accept);
  if (accepted === undefined) throw new QuernError('not_acceptable', `The rows can be had as ${TYPE_LIST}.`);
  return { kind: accepted === 'envelope' ? undefined : accepted, isFile: false };
}

/** What stands behind `rows.` in a path. @throws QuernError `form_not_found` */
export function formNamed(name: string): FormName {
  if (!isFormName(name)) throw new QuernError('form_not_found', `There is no such form; there are ${FORM_LIST}.`);
  return name;
}
