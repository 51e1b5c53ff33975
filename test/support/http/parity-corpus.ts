import { endpointFile } from '../endpoint-file.js';

/** The way to an answer: the hot path, the ordinary one, or the ordinary one until the URL is known and from then on the hot path. */
export type Way = 'hot' | 'ordinary' | 'hot once known';

/** Requests over one connection, and how each of them is answered. */
export interface ParityCase {
  readonly title: string;
  /** Bytes of the requests (Latin-1); `{plain}`, `{br}` and `{gzip}` stand for the tags of `large`. */
  readonly requests: string;
  readonly answers: readonly (readonly [way: Way | 'nobody', status: number])[];
  /** Seconds since the results were made. */
  readonly at: number;
  /** The server ends the connection with the last answer by itself. */
  readonly isClosing: boolean;
}

export const ECHO_ID = '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10';

const seed = { seed: { type: 'string', required: true } };
const LARGE = `
  SELECT n, CONCAT(@seed, ' number ', CAST(n AS STRING)) AS text
  FROM UNNEST(GENERATE_ARRAY(1, 300)) AS n ORDER BY n`;

export const PARITY_ENDPOINTS = {
  'echo.yaml': endpointFile({
    id: ECHO_ID,
    name: 'echo',
    parameters: {
      text: { type: 'string' },
      number: { type: 'integer' },
      list: { type: 'array', items: 'string' },
    },
    caching: 900,
    query: `SELECT @text AS text, @number AS number, ARRAY_TO_STRING(@list, '|') AS list`,
  }),
  'rows.yaml': endpointFile({
    name: 'some.Rows_of-1',
    caching: 900,
    max_rows: 2,
    query: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n ORDER BY n',
  }),
  'large.yaml': endpointFile({ name: 'large', parameters: seed, caching: 900, query: LARGE }),
  'large-fresh.yaml': endpointFile({ name: 'large-fresh', parameters: seed, query: LARGE }),
  'fresh.yaml': endpointFile({ name: 'fresh', parameters: seed, query: 'SELECT @seed AS seed' }),
  'fragile.yaml': endpointFile({
    name: 'fragile',
    parameters: { by: { type: 'integer', required: true } },
    caching: 900,
    query: 'SELECT 10 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
  }),
  'notes.yaml': endpointFile({
    name: 'notes',
    parameters: { project: { type: 'string', required: true } },
    caching: 900,
    query: 'SELECT project, note FROM notes WHERE project = @project',
  }),
};

/** The keys of the file, by their ids. */
export const PARITY_KEYS = [
  { id: 'operator', scopes: ['*', 'admin', 'cache:refresh'] },
  { id: 'plain', scopes: ['*'] },
  { id: 'narrow', scopes: ['fresh'] },
  { id: 'late', scopes: ['*'], expires: '2026-11-20T09:59:59Z' },
  { id: 'brief', scopes: ['*'], expires: '2026-11-20T10:01:00Z' },
  { id: 'tenant-one', scopes: ['notes'], bind: { project: 'one' } },
  { id: 'tenant-two', scopes: ['notes'], bind: { project: 'two' } },
];

export function tokenOf(id: string): string {
  return `${id}-token-0123456789`;
}

/** Calls that fill the cache, or fail, before anything of the corpus is asked; each URL is in the corpus by other spellings only. */
export const PARITY_FILL = [
  'echo?filling=1',
  'echo?filling=1&text=a',
  'echo?filling=1&text=a+b',
  'echo?filling=1&number=7',
  'echo?filling=1&list=x&list=y',
  'echo?filling=1&text=%C3%A9',
  'echo?filling=1&text=a%23there',
  'echo?filling=1&text=a?number=7',
  'some.Rows_of-1?filling=1',
  'large?filling=1&seed=x',
  'fragile?filling=1&by=0',
  'fragile?filling=1&by=2',
  'notes?filling=1&project=one',
  'notes?filling=1&project=two',
];

const QUERY = '/api/endpoints/query';

interface RequestParts {
  readonly method?: string;
  readonly version?: string;
  /** Header lines beside those that each request has. */
  readonly lines?: readonly string[];
  /** Undefined: the key of every scope; null: none. */
  readonly key?: string | null;
  readonly host?: string | null;
  readonly id?: string | null;
  readonly body?: string;
}

/** The text of a request; a target that does not begin with a slash is one below the saved queries. */
export function requestText(target: string, parts: RequestParts = {}): string {
  const { method = 'GET', version = 'HTTP/1.1', lines = [], key = 'operator', host = 'quern', body = '' } = parts;
  const { id = 'parity' } = parts;
  const head = [
    `${method} ${/^(\/|\*|\\|https?:)/.test(target) ? target : `${QUERY}/${target}`} ${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...(id === null ? [] : [`X-Request-Id: ${id}`]),
    ...(key === null ? [] : [`X-API-KEY: ${tokenOf(key)}`]),
    ...lines,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const corpus: ParityCase[] = [];

function add(
  title: string,
  target: string,
  way: Way | 'nobody',
  status: number,
  { at = 0, isClosing = false, ...parts }: RequestParts & Partial<Pick<ParityCase, 'at' | 'isClosing'>> = {},
): void {
  corpus.push({ title, requests: requestText(target, parts), answers: [[way, status]], at, isClosing });
}

// The endpoint and its path.
add('by name', 'echo?text=a', 'hot', 200);
add('without a query string', 'echo', 'hot', 200);
add('with an empty query string', 'echo?', 'hot', 200);
add('by id', `${ECHO_ID}?text=a`, 'hot', 200);
add('by the id in upper case', `${ECHO_ID.toUpperCase()}?text=a`, 'hot', 200);
add('by the name in upper case', 'ECHO?text=a', 'ordinary', 404);
add('by a name of all characters', 'some.Rows_of-1', 'hot', 200);
add('by a name that is none', 'nothing', 'ordinary', 404);
add('by a name that every object has', '__proto__', 'ordinary', 404);
add('by an id that is none', '00000000-0000-4000-8000-000000000000', 'ordinary', 404);
add('with a trailing slash', 'echo/?text=a', 'hot once known', 200);
add('with two trailing slashes', 'echo//?text=a', 'ordinary', 404);
add('with a further segment', 'echo/more?text=a', 'ordinary', 404);
add('with an escape in the name', '%65cho?text=a', 'hot once known', 200);
add('with an escaped dot', 'some%2ERows_of-1', 'hot once known', 200);
add('with an escaped slash', 'echo%2F?text=a', 'ordinary', 404);
add('with an escaped space', 'echo%20?text=a', 'ordinary', 404);
add('with an escaped NUL', 'echo%00?text=a', 'ordinary', 404);
add('with a broken escape in the name', '%zz?text=a', 'ordinary', 400);
add('with broken UTF-8 in the name', '%C3?text=a', 'ordinary', 400);
add('with path parameters', 'echo;v=1?text=a', 'ordinary', 404);
add('with a comma', 'echo,fresh?text=a', 'ordinary', 404);
add('with a colon', ':endpoint?text=a', 'ordinary', 404);
add('with an asterisk', '*?text=a', 'ordinary', 404);
add('with a very long name', 'x'.repeat(300), 'ordinary', 404);
add('with a double slash', `/api/endpoints/query//echo?text=a`, 'ordinary', 404);
add('with a double slash before it', `/${QUERY}/echo?text=a`, 'ordinary', 404);
add('with an escape in the path', '/api/endpoints/%71uery/echo?text=a', 'ordinary', 404);
add('with the path in upper case', `${QUERY.toUpperCase()}/echo?text=a`, 'ordinary', 200);
add('with a part of the path in upper case', '/api/endpoints/Query/echo?text=a', 'ordinary', 200);
add('with no name', `${QUERY}/`, 'ordinary', 404);
add('with no name but a query', `${QUERY}/?text=a`, 'ordinary', 404);
add('with no slash either', QUERY, 'ordinary', 404);
add('with one dot for a name', '.?text=a', 'ordinary', 404);
add('with two dots for a name', '..?text=a', 'ordinary', 404);
add('with a segment of one dot', './echo?text=a', 'ordinary', 404);
add('with a segment of two dots', '../query/echo?text=a', 'ordinary', 404);
add('with backslashes', `${QUERY}\\echo?text=a`, 'ordinary', 404);
add('with a path of backslashes', `\\api\\endpoints\\query\\echo`, 'nobody', 400);
add('in the absolute form', `http://quern${QUERY}/echo?text=a`, 'ordinary', 200);
add('in the absolute form of another server', `https://other.example:99${QUERY}/echo?text=a`, 'ordinary', 200);
add('in the absolute form without a path', 'http://quern', 'ordinary', 302);
add('with a fragment', 'echo?text=a#there', 'hot', 200);
add('with a fragment and no query', 'echo#there', 'hot once known', 200);
add('with a fragment that has a question mark', 'echo#?text=a', 'hot once known', 200);
add('of another route', '/health', 'ordinary', 200);
add('of no route', '/nothing', 'ordinary', 404);
add('of the listing, without its scope', '/api/endpoints', 'ordinary', 200, { key: 'plain' });
add('of one that is listed, without the scope', '/api/endpoints/echo', 'ordinary', 200, { key: 'plain' });
add('with a raw byte beyond ASCII', 'echo?text=\u00e9', 'nobody', 400);
add('with a space in the target', 'echo?text=a b', 'nobody', 400);

// Methods.
add('HEAD', 'echo?text=a', 'hot', 200, { method: 'HEAD' });
add('HEAD of what fails', 'echo?number=x', 'ordinary', 400, { method: 'HEAD' });
add('HEAD of nothing', 'nothing', 'ordinary', 404, { method: 'HEAD' });
for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
  add(method, 'echo?text=a', 'ordinary', 405, { method });
}
for (const method of ['POST', 'QUERY']) {
  const body = '{"text":"a"}';
  const lines = [`Content-Length: ${body.length}`, 'Content-Type: application/json'];
  add(`${method} without a type`, 'echo?text=a', 'ordinary', 415, { method });
  add(`${method} that says it is GET`, 'echo?text=a', 'ordinary', 415, {
    method,
    lines: ['X-HTTP-Method-Override: GET'],
  });
  add(`${method} with a body`, 'echo', 'ordinary', 200, { method, lines, body });
  add(`${method} with a body, for one who has it`, 'echo', 'ordinary', method === 'POST' ? 200 : 304, {
    method,
    lines: [...lines, 'If-None-Match: *'],
    body,
  });
  add(`${method} with a body and a query`, 'echo?text=a', 'ordinary', 400, { method, lines, body });
}
add('GET that says it is POST', 'echo?text=a', 'hot', 200, { lines: ['X-HTTP-Method-Override: POST'] });
add('OPTIONS of all', '*', 'ordinary', 404, { method: 'OPTIONS' });
add('a method in lower case', 'echo?text=a', 'nobody', 400, { method: 'get' });
add('a method that is none', 'echo?text=a', 'nobody', 400, { method: 'FETCH' });

// Parameters.
add('an escaped value', 'echo?text=%61', 'hot', 200);
add('an escaped name', 'echo?t%65xt=a', 'hot', 200);
add('a plus for a space', 'echo?text=a+b', 'hot', 200);
add('an escape for a space', 'echo?text=a%20b', 'hot', 200);
add('a number', 'echo?number=7', 'hot', 200);
add('a number in another spelling', 'echo?number=%2B007', 'hot', 200);
add('a list', 'echo?list=x&list=y', 'hot', 200);
add('a list around others', 'echo?list=x&text=&list=y&number=', 'hot', 200);
add('beyond ASCII', 'echo?text=%C3%A9', 'hot', 200);
add('empty pairs', 'echo?&&text=a&', 'hot', 200);
add('a value with a question mark', 'echo?text=a?number=7', 'hot', 200);
add('one that is repeated', 'echo?text=a&text=a', 'ordinary', 400);
add('one that is wrong', 'echo?number=x', 'ordinary', 400);
add('one that is missing', 'large', 'ordinary', 400);
add('an undeclared one', 'echo?text=a&undeclared=1&more', 'hot', 200);
add('undeclared ones that would end a header', 'echo?text=a&%0D%0ASet-Cookie%3A%20a=1&%F0%9F%98%80', 'hot', 200);
add('undeclared ones that every object has', 'echo?text=a&__proto__=1&constructor[x]=2', 'hot', 200);
add(
  'more undeclared ones than are named',
  `echo?text=a&${Array.from({ length: 50 }, (_, n) => `p${n}`).join('&')}`,
  'hot',
  200,
);
add('one in another case', 'echo?text=a&TEXT=b', 'ordinary', 400);
add('a broken escape', 'echo?text=%zz', 'ordinary', 400);
add('a broken escape in an undeclared one', 'echo?text=a&undeclared=%', 'ordinary', 400);
add('broken UTF-8', 'echo?text=%C3', 'ordinary', 400);
add('NUL', 'echo?number=%00', 'ordinary', 400);
add('100 of them', `echo?text=a${'&x=1'.repeat(99)}`, 'hot', 200);
add('101 of them', `echo?text=a${'&x=1'.repeat(100)}`, 'ordinary', 400);
add('SQL', 'echo?text=a&sql=SELECT%201', 'ordinary', 400);

/** A target whose whole URL has so many bytes. */
function long(start: string, bytes: number): string {
  return `${QUERY}/${start}`.padEnd(bytes, 'x');
}
add('a URL of 16 KiB less one', long('echo?text=a&x=', 16_383), 'hot', 200);
add('a URL of 16 KiB', long('echo?text=a&x=', 16_384), 'hot', 200);
add('a URL of 16 KiB and one', long('echo?text=a&x=', 16_385), 'ordinary', 414);
add('a URL of 16 KiB and one, for HEAD', long('echo?text=a&x=', 16_385), 'ordinary', 414, { method: 'HEAD' });
add('a URL that is too long, without a key', long('echo?text=a&x=', 16_385), 'ordinary', 401, { key: null });
add('a URL beyond what is read at all', long('echo?text=a&x=', 50_000), 'nobody', 431);
add('the longest URL that is remembered', long('echo/?text=a&x=', 1024), 'hot once known', 200);
add('a URL that is longer than those', long('echo/?text=a&x=', 1025), 'ordinary', 200);

// Prefer.
for (const [title, lines] of [
  ['strict', ['Prefer: handling=strict']],
  ['strict in another spelling', ['Prefer: return=minimal, Handling="STRICT"; x=1']],
  ['strict in the second of two fields', ['Prefer: return=minimal', 'prefer: handling=strict']],
] as const) {
  add(`Prefer: ${title}, and nothing undeclared`, 'echo?text=a', 'hot', 200, { lines });
  add(`Prefer: ${title}, and something undeclared`, 'echo?text=a&undeclared=1', 'ordinary', 400, { lines });
}
add('Prefer: lenient', 'echo?text=a&undeclared=1', 'hot', 200, { lines: ['Prefer: handling=lenient'] });

// Keys.
const token = tokenOf('plain');
for (const [title, lines, way, status] of [
  ['none', [], 'ordinary', 401],
  ['an empty one', ['X-API-KEY:'], 'ordinary', 401],
  ['a wrong one', ['X-API-KEY: wrong'], 'ordinary', 401],
  ['one in upper case', [`X-API-KEY: ${token.toUpperCase()}`], 'ordinary', 401],
  ['one and a character', [`X-API-KEY: ${token}x`], 'ordinary', 401],
  ['one and a comma', [`X-API-KEY: ${token},`], 'ordinary', 401],
  ['an enormous one', [`X-API-KEY: ${'x'.repeat(8000)}`], 'ordinary', 401],
  ['an expired one', [`X-API-KEY: ${tokenOf('late')}`], 'ordinary', 401],
  ['in a field of another case', [`x-Api-kEY:   ${token}  `], 'hot', 200],
  ['Bearer', [`Authorization: Bearer ${token}`], 'hot', 200],
  ['Bearer in another case', [`authorization: bEARER   ${token}`], 'hot', 200],
  ['Bearer that is wrong', ['Authorization: Bearer wrong'], 'ordinary', 401],
  ['Bearer that has expired', [`Authorization: Bearer ${tokenOf('late')}`], 'ordinary', 401],
  ['Basic', [`Authorization: Basic ${token}`], 'ordinary', 401],
  ['one beside Basic', [`X-API-KEY: ${token}`, 'Authorization: Basic YTpi'], 'hot', 200],
  ['the same in both ways', [`X-API-KEY: ${token}`, `Authorization: Bearer ${token}`], 'hot', 200],
  ['two in both ways', [`X-API-KEY: ${token}`, `Authorization: Bearer ${tokenOf('operator')}`], 'ordinary', 401],
  ['a good one and a wrong one', [`X-API-KEY: ${token}`, 'Authorization: Bearer wrong'], 'ordinary', 401],
  ['the same twice', [`X-API-KEY: ${token}`, `X-API-KEY: ${token}`], 'hot', 200],
  ['two in two fields', [`X-API-KEY: ${token}`, `X-API-KEY: ${tokenOf('operator')}`], 'ordinary', 401],
  ['one beside an empty one', ['X-API-KEY:', `X-API-KEY: ${token}`], 'hot', 200],
  ['one without the scope', [`X-API-KEY: ${tokenOf('narrow')}`], 'ordinary', 404],
] as const) {
  add(`key: ${title}`, 'echo?text=a', way, status, { key: null, lines });
}
add('key: in the URL', `echo?text=a&X-API-KEY=${token}`, 'ordinary', 401, { key: null });
add('key: none, for an endpoint that does not exist', 'nothing', 'ordinary', 401, { key: null });
add('key: without the scope, for wrong parameters', 'echo?number=x', 'ordinary', 404, { key: 'narrow' });
add('key: bound, with no value in the URL', 'notes', 'hot', 200, { key: 'tenant-one' });
add('key: bound, with an empty value', 'notes?project=', 'hot', 200, { key: 'tenant-one' });
add('key: bound, with its own value', 'notes?project=one', 'hot', 200, { key: 'tenant-one' });
add('key: bound, with another value', 'notes?project=two', 'ordinary', 403, { key: 'tenant-one' });
add('key: bound, with its own value and another', 'notes?project=one&project=two', 'ordinary', 403, {
  key: 'tenant-one',
});
add('key: bound to the other value, with no value in the URL', 'notes', 'hot', 200, { key: 'tenant-two' });
add('key: bound to the other value, with the first one’s', 'notes?project=one', 'ordinary', 403, { key: 'tenant-two' });
add('key: not bound, with no value in the URL', 'notes', 'ordinary', 400);
add('key: a moment before it expires', 'echo?text=a', 'hot', 200, { key: 'brief', at: 59.999 });
add('key: at the moment it expires', 'echo?text=a', 'ordinary', 401, { key: 'brief', at: 60 });

// Conditions.
for (const [title, condition, status] of [
  ['the tag', ['{plain}'], 304],
  ['the tag as a weak one', ['W/{plain}'], 304],
  ['a list with the tag', ['"other" , {plain},"more"'], 304],
  ['two fields, one with the tag', ['"other"', '{plain}'], 304],
  ['any tag', ['*'], 304],
  ['another tag', ['"other"'], 200],
  ['the tag of another coding', ['{gzip}'], 200],
  ['an empty field', [''], 200],
] as const) {
  const lines = condition.map((each) => `If-None-Match: ${each}`);
  add(`If-None-Match: ${title}`, 'large?seed=x', 'hot', status, { lines });
  add(`If-None-Match: ${title}, for HEAD`, 'large?seed=x', 'hot', status, { lines, method: 'HEAD' });
}
add('If-None-Match: the tag of the coding that is sent', 'large?seed=x', 'hot', 304, {
  lines: ['If-None-Match: {br}', 'Accept-Encoding: br'],
});
add('If-None-Match: the plain tag where a coding is sent', 'large?seed=x', 'hot', 200, {
  lines: ['If-None-Match: {plain}', 'Accept-Encoding: br'],
});
add('If-None-Match of what is undeclared and cut off', 'some.Rows_of-1?undeclared=1', 'hot', 304, {
  lines: ['If-None-Match: *'],
});
add('If-None-Match of an error', 'echo?number=x', 'ordinary', 400, { lines: ['If-None-Match: *'] });
add('If-Modified-Since', 'echo?text=a', 'hot', 200, { lines: ['If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT'] });
add('Range', 'echo?text=a', 'hot', 200, { lines: ['Range: bytes=0-3'] });

// Other bytes than those that are kept.
for (const [title, more] of [
  ['', []],
  [', for one who has the rows', ['If-None-Match: {plain}']],
  [', coded', ['Accept-Encoding: gzip']],
] as const) {
  const lines = ['Prefer: include=meta', ...more];
  add(`with meta${title}`, 'large?seed=x', 'ordinary', 200, { lines });
  add(`with meta${title}, for HEAD`, 'large?seed=x', 'ordinary', 200, { lines, method: 'HEAD' });
}
add('with meta, of what fails', 'echo?number=x', 'ordinary', 400, { lines: ['Prefer: include=meta'] });
add('with another preference', 'large?seed=x', 'hot', 200, { lines: ['Prefer: include=data, meta'] });

// Codings.
for (const accepted of [
  'br',
  'gzip',
  'gzip, deflate, br',
  'GZIP',
  '*',
  'br;q=0.5, gzip;q=0.8',
  'br;q=0, *',
  '*;q=0',
  'identity',
  'identity, gzip;q=0.5',
  'deflate, zstd',
  '',
]) {
  const lines = [`Accept-Encoding: ${accepted}`];
  add(`Accept-Encoding: ${accepted}`, 'large?seed=x', 'hot', 200, { lines });
  add(`Accept-Encoding: ${accepted}, for HEAD`, 'large?seed=x', 'hot', 200, { lines, method: 'HEAD' });
}
add('Accept-Encoding: none', 'large?seed=x', 'hot', 200);
add('Accept-Encoding: in two fields', 'large?seed=x', 'hot', 200, {
  lines: ['Accept-Encoding: br;q=0.1', 'Accept-Encoding: gzip'],
});
add('Accept-Encoding: of a small body', 'echo?text=a', 'hot', 200, { lines: ['Accept-Encoding: br, gzip'] });
add('Accept-Encoding: of an error', 'echo?number=x', 'ordinary', 400, { lines: ['Accept-Encoding: br, gzip'] });

// Directives of the client for the cache.
for (const [title, lines] of [
  ['no-cache', ['Cache-Control: no-cache']],
  ['No-Cache', ['Cache-Control: No-Cache']],
  ['max-age=0, no-cache', ['Cache-Control: max-age=0, no-cache']],
  ['in two fields', ['Cache-Control: max-age=0', 'Cache-Control: no-cache']],
] as const) {
  add(`Cache-Control: ${title}, without the scope`, 'echo?text=a', 'hot', 200, { key: 'plain', lines });
  add(`Cache-Control: ${title}, with the scope`, 'echo?text=forced', 'ordinary', 200, { lines });
}
for (const directive of ['no-store', 'max-age=0', 'max-stale=10', 'min-fresh=1000', 'no-cached', '"no-cache"', '']) {
  add(`Cache-Control: ${directive}`, 'echo?text=a', 'hot', 200, { lines: [`Cache-Control: ${directive}`] });
}
add('Pragma: no-cache', 'echo?text=a', 'hot', 200, { lines: ['Pragma: no-cache'] });
const onlyIfCached = ['Cache-Control: only-if-cached'];
add('only-if-cached, of what is', 'echo?text=a', 'hot', 200, { lines: onlyIfCached });
add('only-if-cached, of what is, for HEAD', 'echo?text=a', 'hot', 200, { lines: onlyIfCached, method: 'HEAD' });
add('only-if-cached, of what is not', 'echo?text=never', 'ordinary', 504, { lines: onlyIfCached });
add('only-if-cached, of what is too old', 'echo?text=a', 'ordinary', 504, { lines: onlyIfCached, at: 900 });
add('only-if-cached, of what never is', 'fresh?seed=x', 'ordinary', 504, { lines: onlyIfCached });
add('only-if-cached, of what is wrong', 'echo?number=x', 'ordinary', 400, { lines: onlyIfCached });
const both = ['Cache-Control: no-cache, only-if-cached'];
add('both directives, with the scope', 'echo?text=a', 'ordinary', 504, { lines: both });
add('both directives, without the scope', 'echo?text=a', 'hot', 200, { key: 'plain', lines: both });

// Ages.
for (const at of [0.001, 0.4, 0.999, 1, 1.001, 59.5, 300.6, 450.25, 899, 899.001, 899.999]) {
  add(`after ${at} s`, 'echo?text=a', 'hot', 200, { at });
  add(`after ${at} s, of a coded one`, 'large?seed=x', 'hot', 200, { at, lines: ['Accept-Encoding: gzip'] });
  add(`after ${at} s, for one who has it`, 'large?seed=x', 'hot', 304, { at, lines: ['If-None-Match: {plain}'] });
}

// Results of other kinds.
add('rows that were cut off', 'some.Rows_of-1?undeclared=1', 'hot', 200);
add('what is never cached', 'fresh?seed=x', 'ordinary', 200);
add('what is never cached, for HEAD', 'fresh?seed=x', 'ordinary', 200, { method: 'HEAD' });
add('what is never cached, coded', 'large-fresh?seed=x', 'ordinary', 200, { lines: ['Accept-Encoding: br'] });
add('what is never cached, for one who has it', 'large-fresh?seed=x', 'ordinary', 304, {
  lines: ['If-None-Match: {plain}'],
});
add('what has failed a moment ago', 'fragile?by=0', 'ordinary', 503);
add('what has not, of the same endpoint', 'fragile?by=2', 'hot', 200);

// The message around it.
add('a body', 'echo?text=a', 'hot', 200, { lines: ['Content-Length: 5'], body: 'hello' });
add('a body that looks like a request', 'echo?text=a', 'hot', 200, {
  lines: [`Content-Length: ${requestText('nothing').length}`],
  body: requestText('nothing'),
});
add('a body in chunks', 'echo?text=a', 'hot', 200, {
  lines: ['Transfer-Encoding: chunked'],
  body: '5\r\nhello\r\n0\r\n\r\n',
});
add('a body of HEAD', 'echo?text=a', 'hot', 200, { method: 'HEAD', lines: ['Content-Length: 5'], body: 'hello' });
add('a body for what fails', 'echo?number=x', 'ordinary', 400, { lines: ['Content-Length: 5'], body: 'hello' });
// Node reads nothing more of a connection that was to become another one.
add('Upgrade', 'echo?text=a', 'hot', 200, {
  isClosing: true,
  lines: ['Connection: Upgrade, close', 'Upgrade: websocket'],
});
const close = { isClosing: true, lines: ['Connection: close'] };
add('Connection: close', 'echo?text=a', 'hot', 200, close);
add('Connection: close, for HEAD', 'echo?text=a', 'hot', 200, { ...close, method: 'HEAD' });
add('Connection: close, for what fails', 'echo?number=x', 'ordinary', 400, close);
const old = { isClosing: true, version: 'HTTP/1.0' };
add('HTTP/1.0', 'echo?text=a', 'hot', 200, old);
add('HTTP/1.0 without a host', 'echo?text=a', 'hot', 200, { ...old, host: null });
add('HTTP/1.0, for one who has it', 'large?seed=x', 'hot', 304, { ...old, lines: ['If-None-Match: {plain}'] });
add('HTTP/1.0, for HEAD', 'large?seed=x', 'hot', 200, { ...old, method: 'HEAD' });
add('HTTP/1.0, for what fails', 'echo?number=x', 'ordinary', 400, old);
add('HTTP/1.0 that stays', 'echo?text=a', 'hot', 200, { version: 'HTTP/1.0', lines: ['Connection: keep-alive'] });
add('HTTP/1.1 without a host', 'echo?text=a', 'nobody', 400, { host: null });
add('another host', 'echo?text=a', 'hot', 200, { host: 'other.example:99' });
add('HTTP/3.0', 'echo?text=a', 'nobody', 400, { version: 'HTTP/3.0' });
add('a request id', 'echo?text=a', 'hot', 200, { id: 'A1b2._~+/=-' });
add('no request id', 'echo?text=a', 'hot', 200, { id: null });
add('a request id that cannot be used', 'echo?text=a', 'hot', 200, { id: '<a b>' });
add('two request ids', 'echo?text=a', 'hot', 200, { lines: ['X-Request-Id: another'] });
add('a trace', 'echo?text=a', 'hot', 200, { lines: [`traceparent: 00-${'4bf92f35'.repeat(4)}-00f067aa0ba902b7-01`] });
add('a header of 40 KiB', 'echo?text=a', 'hot', 200, { lines: [`X-Padding: ${'x'.repeat(40 * 1024)}`] });
add('a body that awaits permission, and gets the answer instead', 'echo?text=a', 'hot', 200, {
  lines: ['Expect: 100-continue', 'Content-Length: 5'],
  body: 'hello',
  isClosing: true,
});

// Several on one connection, sent without waiting.
const hit = requestText('echo?text=a');
for (const [title, requests, answers] of [
  ['two hits', hit + hit, ['hot 200', 'hot 200']],
  ['hits around an error', hit + requestText('nothing') + hit, ['hot 200', 'ordinary 404', 'hot 200']],
  ['a hit behind a run', requestText('fresh?seed=x') + hit, ['ordinary 200', 'hot 200']],
  [
    'a run between HEAD, 304 and a body',
    requestText('large?seed=x', { method: 'HEAD' }) +
      requestText('large-fresh?seed=x', { lines: ['Accept-Encoding: gzip'] }) +
      requestText('large?seed=x', { lines: ['If-None-Match: *'] }) +
      requestText('echo?text=a', { lines: ['Content-Length: 5'], body: 'hello' }),
    ['hot 200', 'ordinary 200', 'hot 304', 'hot 200'],
  ],
  [
    'hits of several keys',
    ['tenant-one', 'tenant-two', 'narrow', 'tenant-one'].map((key) => requestText('notes', { key })).join(''),
    ['hot 200', 'hot 200', 'ordinary 404', 'hot 200'],
  ],
  ['twenty hits', hit.repeat(20), Array<string>(20).fill('hot 200')],
] as const) {
  corpus.push({
    title: `a pipeline: ${title}`,
    requests,
    answers: answers.map((answer) => {
      const [way, status] = answer.split(' ');
      return [way as Way | 'nobody', Number(status)] as const;
    }),
    at: 0,
    isClosing: false,
  });
}

/** Requests that any way of answering them has to answer alike. */
export const PARITY_CORPUS: readonly ParityCase[] = corpus;
