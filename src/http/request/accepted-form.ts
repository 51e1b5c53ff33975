import Negotiator from 'negotiator';
import { FORM_NAMES, type FormName, FORMS } from '../../contract/form-names.js';
import { MAX_FIELD_CHARS } from './short-field.js';

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
  if (known.has(header)) return known.get(header);
  if (header.length > MAX_FIELD_CHARS) return undefined;
  const form = bestForm(header);
  // As with codings: clients send a handful of different ones.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, form);
  return form;
}

const MAX_KNOWN = 100;
const known = new Map<string, AcceptedForm | undefined>();

function bestForm(accept: string): AcceptedForm | undefined {
  const best = new Negotiator({ headers: { accept: accept.replaceAll(UNHEEDED, '') } }).mediaType(MEDIA_TYPES);
  const name = FORM_NAMES[MEDIA_TYPES.findIndex((each) => each === best)];
  return name === 'json' ? 'envelope' : name;
}
