import { COUNT, type JsonSchema, TEXT } from '../json-schema.js';

interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

function header(description: string, schema: JsonSchema = TEXT): Header {
  return { description, required: false, schema };
}

/** A header field that every answer of its kind has. */
function always(description: string, schema: JsonSchema = TEXT): Header {
  return { description, required: true, schema };
}

function matching(pattern: string): JsonSchema {
  return { type: 'string', pattern };
}

function oneOf(...members: readonly string[]): JsonSchema {
  return { type: 'string', enum: members };
}

export const RESPONSE_HEADERS = {
  Age: header(
    'Seconds since the engine was asked, or the result verified; absent where the endpoint does not cache.',
    COUNT,
  ),
  'Cache-Control': always(
    '`private, max-age=<seconds left>`; `no-store` where the endpoint does not cache, and for every error.',
  ),
  'Cache-Status': always('What Quern’s own cache did (RFC 9211).'),
  ETag: header(
    'Strong; another one for each content coding. A body with `meta` has none.',
    matching('^"[A-Za-z0-9_-]+"$'),
  ),
  'Last-Modified': header(
    'When a run brought the rows first, as far as is known, or the endpoint was called first as it is now, if that is later.',
  ),
  Vary: always('What an answer depends on beside its URL.'),
  'Server-Timing': always('Where the answer came from and, where it waited for a run, milliseconds.'),
  'Quern-Cost': header(
    'For keys with the scope `cost`: what the run for this answer has cost (RFC 9651), or as parameters of `saved` what that run had cost which made the rows of a hit.',
  ),
  'Quern-Ignored-Parameters': header('Undeclared parameters of the call, percent-encoded, the first 20.'),
  'Quern-Truncated': header('Sent where there were more rows than the endpoint answers with.', oneOf('true')),
  'Quern-Next': header(
    'The `cursor` of the next page; absent behind the last one.',
    matching('^[A-Za-z0-9_-]{1,4096}$'),
  ),
  'Quern-Total-Rows': header('The rows of the whole result, of endpoints that take `limit` and `offset`.', COUNT),
  Link: header('What comes next, as a reference: `<?…&cursor=…>; rel="next"` (RFC 8288). A POST or QUERY has none.'),
  'Preference-Applied': header(
    '`include=meta` where the body has it, `respond-async` with a 202, as the client preferred.',
    oneOf('include=meta', 'respond-async'),
  ),
  Location: always('Where the run is, or its rows.', matching('^/api/runs/[A-Za-z0-9_-]{22}')),
  'RateLimit-Policy': header('How often the key may call (draft-ietf-httpapi-ratelimit-headers-11).'),
  RateLimit: header('What is left of that.'),
  'Content-Encoding': header('`br` or `gzip`, where it made the body smaller.', oneOf('br', 'gzip')),
  'Content-Disposition': header('At `rows.<form>`: the name of the file.'),
  Allow: header('The methods that there are.'),
  'Accept-Query': header('What the body of a QUERY or POST may be (RFC 10008).'),
  'Retry-After': header('Seconds after which it is worth trying again.', COUNT),
  'Referrer-Policy': header('`no-referrer` on the answer to a signed URL.', oneOf('no-referrer')),
  'WWW-Authenticate': header('How to authenticate.'),
  'X-Request-Id': always('The request’s id; the log has it for every 5xx.', matching('^[A-Za-z0-9._~+/=-]{1,128}$')),
} as const satisfies Readonly<Record<string, Header>>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

export function headers(names: readonly ResponseHeader[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Header fields of a 200 with rows, and of a 304. */
export const OF_ANSWERS: readonly ResponseHeader[] = [
  'Age',
  'Cache-Control',
  'Cache-Status',
  'ETag',
  'Last-Modified',
  'Vary',
  'Server-Timing',
  'Quern-Cost',
  'Quern-Ignored-Parameters',
  'Quern-Truncated',
  'Quern-Total-Rows',
  'Quern-Next',
  'Link',
  'Preference-Applied',
  'RateLimit-Policy',
  'RateLimit',
  'Referrer-Policy',
  'X-Request-Id',
];
