import { METHODS } from 'node:http';
import { type Chance } from './chance.js';
import { endpointFile } from '../endpoint-file.js';

/** An endpoint that the keys of the corpus may not call, and what is spelled almost like it and is not there. */
export interface Hidden {
  readonly there: Spelling;
  readonly absent: Spelling;
}

interface Spelling {
  readonly id: string;
  readonly name: string;
}

/** A request twice: for an endpoint that is hidden, and for one that is not there. */
export interface Probe {
  readonly title: string;
  readonly method: string;
  readonly isListing: boolean;
  /** A browser's question before a call, which is answered before any key is asked for. */
  readonly isPreflight: boolean;
  /** The query string is one that is refused before anything is looked for. */
  readonly isMalformed: boolean;
  readonly there: WrittenProbe;
  readonly absent: WrittenProbe;
}

interface WrittenProbe {
  readonly request: string;
  /** How the endpoint is written in it, which the answer repeats. */
  readonly reference: string;
}

const idOf = (number: number) => `c0ffee0${number}-0000-4000-8000-00000000000`;
const hidden = (word: string, number: number): Hidden => ({
  there: { id: `${idOf(number)}a`, name: `hidden.${word}` },
  absent: { id: `${idOf(number)}b`, name: `hidden.${word.slice(0, -1)}_` },
});

/** Each in another state: kept, sandboxed, of tenants, failing, outdated. */
const KEPT = hidden('kept', 1);
const SANDBOXED = hidden('sandboxed', 2);
const TENANTS = hidden('tenants', 3);
export const FAILING = hidden('failing', 4);
export const OUTDATED = hidden('outdated', 5);
export const HIDDEN = [KEPT, SANDBOXED, TENANTS, FAILING, OUTDATED];

const text = { type: 'string' };

export const HIDDEN_ENDPOINTS = {
  'seen.yaml': endpointFile({ id: `${idOf(0)}a`, name: 'seen', query: 'SELECT 1 AS n' }),
  'kept.yaml': endpointFile({
    ...KEPT.there,
    parameters: { word: text },
    caching: 900,
    query: 'SELECT @word AS word',
  }),
  'sandboxed.yaml': endpointFile({
    ...SANDBOXED.there,
    sandboxing: 'enabled',
    query: 'WITH numbers AS (SELECT 1 AS n) SELECT n FROM numbers',
  }),
  'tenants.yaml': endpointFile({
    ...TENANTS.there,
    parameters: { project: { ...text, required: true } },
    bound: ['project'],
    query: 'SELECT @project AS project',
  }),
  'failing.yaml': endpointFile({ ...FAILING.there, query: 'SELECT ERROR("it fails") AS n' }),
  'outdated.yaml': endpointFile({ ...OUTDATED.there, query: 'SELECT 1 AS n' }),
};

/** Without a right to any of the hidden ones, but for the last two; the token of each is its id with `-token-0123456789`. */
export const HIDDEN_KEYS = [
  { id: 'by-name', scopes: ['seen'] },
  { id: 'by-id', scopes: [`${idOf(0)}a`] },
  { id: 'by-glob', scopes: ['*.seen', 'hiddem.*', 'idden.*', 'hidden.*.*'] },
  { id: 'refresher', scopes: ['cache:refresh'] },
  { id: 'tenant', scopes: ['seen'], bind: { project: 'one' } },
  { id: 'unbound', scopes: ['hidden.ten*'] },
  { id: 'bound-amiss', scopes: ['hidden.k*', 'hidden.s*', FAILING.there.id], bind: { project: 'one' } },
  { id: 'operator', scopes: ['admin'] },
  { id: 'entitled', scopes: ['hidden.*'] },
  { id: 'entitled-tenant', scopes: ['hidden.*'], bind: { project: 'one' } },
];

/** The key that may call it. */
export const entitledTo = (each: Hidden) => (each === TENANTS ? 'entitled-tenant' : 'entitled');

const seekers = (isListing: boolean) =>
  HIDDEN_KEYS.map(({ id }) => id).filter((id) => !id.startsWith('entitled') && !(isListing && id === 'operator'));

const PREFIXES = [
  '/api/endpoints/query/',
  '/API/Endpoints/Query/',
  'http://quern/api/endpoints/query/',
  '/api/endpoints/',
];

const escaped = (each: string) => each.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** Ways to write an id or a name, some of which are another one. */
const REFERENCES: readonly ((each: Spelling) => string)[] = [
  ({ name }) => name,
  ({ id }) => id,
  ({ id }) => id.toUpperCase(),
  ({ id }) => escaped(id),
  ({ id }) => `{${id}}`,
  ({ name }) => name.toUpperCase(),
  ({ name }) => escaped(name),
  ({ name }) => name.replace('.', '%2E'),
  ({ name }) => `${name}/`,
  ({ name }) => `${name}%00`,
  ({ name }) => `${name}%20`,
  ({ name }) => `${name}.json`,
  ({ name }) => `${name}*`,
];

const QUERIES = [
  ...['', '?', '?word=a', '?word=a&word=b', '?project=one', '?project=two', '?sql=SELECT+1', '?sql=SELECT+(', '?sql='],
  ...['?sql=SELECT+n+FROM+numbers', '?sql=a&sql=b', '?nosuch=1', '?word[]=1', `?${'x=1&'.repeat(100)}`],
];
const MALFORMED_QUERIES = ['?a=%zz', '?%c0%af', `?${'x=1&'.repeat(101)}`, `?word=${'x'.repeat(17_000)}`];

const PREFLIGHT = 'Origin: https://page.example\r\nAccess-Control-Request-Method: POST';
const FIELDS = [
  ...['', 'Prefer: handling=strict', 'Cache-Control: no-cache', 'Cache-Control: only-if-cached', 'If-None-Match: *'],
  ...['Accept-Encoding: br, gzip', 'Range: bytes=0-1', 'X-HTTP-Method-Override: POST', 'Accept: text/html'],
  ...['Origin: https://page.example', PREFLIGHT],
];

const JSON_TYPE = 'Content-Type: application/json';
const BODIES: readonly (readonly [field: string, body: string])[] = [
  [JSON_TYPE, '{"sql": "SELECT n FROM numbers"}'],
  [JSON_TYPE, '{"word": "a", "project": "two"}'],
  [JSON_TYPE, '{'],
  [JSON_TYPE, ' '.repeat(65 * 1024)],
  [`${JSON_TYPE}\r\nContent-Encoding: gzip`, '{}'],
  ['Content-Type: application/x-www-form-urlencoded', 'sql=1'],
];

/** Those that have a meaning here or elsewhere; of the others, which the parser knows as well, each is tried a few times. */
const COMMON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];
const OTHER_METHODS = METHODS.filter((method) => method !== 'CONNECT' && !COMMON_METHODS.includes(method));

/** Every method with every prefix, way of writing and state; each time with another query, field, body and key. */
export function hiddenProbes(chance: Chance): readonly Probe[] {
  const common = COMMON_METHODS.filter((method) => METHODS.includes(method)).flatMap((method) =>
    PREFIXES.flatMap((prefix) =>
      REFERENCES.flatMap((write) => HIDDEN.map((each) => probe(chance, method, prefix, write, each))),
    ),
  );
  const others = OTHER_METHODS.flatMap((method) =>
    PREFIXES.flatMap((prefix) =>
      REFERENCES.slice(0, 2).map((write) => probe(chance, method, prefix, write, chance.pick(HIDDEN))),
    ),
  );
  return [...common, ...others];
}

function probe(
  chance: Chance,
  method: string,
  prefix: string,
  write: (each: Spelling) => string,
  { there, absent }: Hidden,
): Probe {
  const isListing = !prefix.toLowerCase().endsWith('query/');
  const isMalformed = chance.oneIn(10);
  const query = chance.pick(isMalformed ? MALFORMED_QUERIES : QUERIES);
  const key = chance.pick(seekers(isListing));
  const field = chance.pick(FIELDS);
  const isPreflight = method === 'OPTIONS' && field === PREFLIGHT;
  const lines = ['Host: quern', `X-API-KEY: ${tokenOf(key)}`, 'X-Request-Id: the-same', field];
  const [type, body] = chance.oneIn(2) ? chance.pick(BODIES) : ['', ''];
  if (type !== '') lines.push(type, `Content-Length: ${body.length}`);
  const fields = lines.filter((line) => line !== '').join('\r\n');
  const written = (each: Spelling): WrittenProbe => {
    const reference = write(each);
    return { request: `${method} ${prefix}${reference}${query} HTTP/1.1\r\n${fields}\r\n\r\n${body}`, reference };
  };
  const title = `${key}: ${written(there).request.slice(0, 400)}`;
  return { title, method, isListing, isPreflight, isMalformed, there: written(there), absent: written(absent) };
}

export function tokenOf(id: string): string {
  return `${id}-token-0123456789`;
}
