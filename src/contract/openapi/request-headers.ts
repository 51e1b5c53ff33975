import { TEXT } from '../json-schema.js';

function parameter(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: TEXT };
}

/** The header fields of requests that change an answer, beside those of keys and content. */
export const REQUEST_HEADERS = {
  Prefer: parameter(
    'Prefer',
    '`handling=strict`: parameters that the endpoint does not have are a 400. `include=meta`: the body has `meta` beside the rows. `respond-async, wait=5`: a 202 after 5 seconds, and the rows later.',
  ),
  CacheControl: parameter(
    'Cache-Control',
    '`only-if-cached`: an answer from the cache or a 504. `no-cache`: a new run, for keys with the scope `cache:refresh`.',
  ),
  IfNoneMatch: parameter('If-None-Match', 'ETags of earlier answers: 304 without a body if one still fits.'),
  IfModifiedSince: parameter(
    'If-Modified-Since',
    'The `Last-Modified` of an earlier answer: 304 without a body if it is still the same. Only without `If-None-Match`.',
  ),
  RequestId: parameter(
    'X-Request-Id',
    'Comes back as it is if it has up to 128 characters of letters, digits and `._~+/=-`.',
  ),
} as const;

export const REQUEST_HEADER_REFERENCES: readonly object[] = (
  Object.keys(REQUEST_HEADERS) as (keyof typeof REQUEST_HEADERS)[]
).map(reference);

/** References for the operations of endpoints; a document has every header field. A read may be answered with 304, a POST is not. */
export const PREFERENCE_REFERENCE: object = reference('Prefer');
export const CONDITION_REFERENCES: readonly object[] = [reference('IfNoneMatch'), reference('IfModifiedSince')];

function reference(name: keyof typeof REQUEST_HEADERS): object {
  return { $ref: `#/components/parameters/${name}` };
}
