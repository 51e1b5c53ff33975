import { type Chance } from './chance.js';
import { TENANT_ENDPOINTS, type TenantKey, TENANTS } from './tenants.js';

type TenantEndpoint = (typeof TENANT_ENDPOINTS)[number];

/** A call, and what the test has to know of it. */
export interface TenantCall {
  /** The ids of all keys whose tokens it carries; with more than one it is nobody's. */
  readonly callers: readonly string[];
  readonly endpoint: TenantEndpoint;
  readonly path: string;
  /** What the URL gives the parameter that names a tenant, as a reader of URLs sees it. */
  readonly values: readonly string[];
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
}

/** A call by one of the keys, for its own rows or somebody else's, written in one of many ways. `tags` are those that anybody was given. */
export function makeCall(chance: Chance, keys: readonly TenantKey[], tags: readonly string[]): TenantCall {
  const key = chance.pick(keys);
  // Mostly one that the key is good for.
  const good = TENANT_ENDPOINTS.filter(
    ({ name, parameter }) => key.covers.test(name) && (key.tenant === undefined || parameter in key.bind),
  );
  const endpoint = chance.pick(good.length === 0 || chance.oneIn(4) ? TENANT_ENDPOINTS : good);
  const parameters = makeParameters(chance, endpoint, chance.oneIn(3) ? undefined : key.tenant);
  const names = [endpoint.parameter, ...(endpoint.isList ? [`${endpoint.parameter}[]`] : [])];
  const values = parameters.filter(({ name }) => names.includes(decodeURIComponent(name)));
  const query = parameters.map(({ name, value }) => `${name}=${value}`).join('&');
  const callers = chance.oneIn(20) ? [key, chance.pick(keys)] : [key];
  return {
    callers: [...new Set(callers.map(({ id }) => id))],
    endpoint,
    path: `/api/endpoints/query/${makeReference(chance, endpoint)}${query === '' && chance.oneIn(2) ? '' : '?'}${query}`,
    values: values.map(({ value }) => decodeURIComponent(value)),
    method: chance.oneIn(8) ? 'HEAD' : 'GET',
    headers: { ...credentials(chance, callers), ...makeHeaders(chance, tags) },
  };
}

/** All of them lead to the endpoint, or nowhere. */
function makeReference(chance: Chance, { id, name }: TenantEndpoint): string {
  const escaped = name.replace('.', '%2E');
  const odd = [id.toUpperCase(), escaped, `${name}/`, name.toUpperCase()];
  return chance.pick([name, id, chance.oneIn(3) ? chance.pick(odd) : name]);
}

interface Written {
  readonly name: string;
  readonly value: string;
}

function makeParameters(chance: Chance, { parameter }: TenantEndpoint, own: number | undefined): Written[] {
  const tenant = own ?? chance.below(TENANTS.length);
  const other = chance.below(TENANTS.length);
  const write = (each: number, name: string = parameter): Written => {
    const text = parameter === 'project' ? (TENANTS[each] ?? '') : `${chance.pick(['', '', '0', '+'])}${each}`;
    return { name, value: encode(chance, text) };
  };
  const empty = { name: parameter, value: '' };
  const misspelt = [
    parameter.toUpperCase(),
    `${parameter}[]`,
    `${parameter}%00`,
    `%20${parameter}`,
    `${parameter}.`,
    '__proto__',
    'bind',
  ];
  const shapes: readonly (() => Written[])[] = [
    () => [],
    () => [write(tenant), write(tenant)],
    () => [write(tenant), write(other)],
    () => [empty],
    () => [empty, empty],
    () => [empty, write(other)],
    () => [{ name: parameter.replace('o', '%6f'), value: write(other).value }],
    () => [{ name: parameter, value: `${write(tenant).value}%00` }],
    () => [write(other, chance.pick(misspelt))],
    () => [write(tenant), write(other, chance.pick(misspelt))],
  ];
  const page = chance.oneIn(4) ? [{ name: 'page', value: chance.pick(['0', '00', '1', '-0', '']) }] : [];
  return [
    ...page,
    ...(chance.oneIn(3) ? [write(tenant)] : chance.pick(shapes)()),
    ...(chance.oneIn(5) ? [{ name: 'x', value: '1' }] : []),
  ];
}

/** One of the ways to write a text in a URL. */
function encode(chance: Chance, text: string): string {
  if (chance.oneIn(3)) return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return encodeURIComponent(text);
}

function credentials(chance: Chance, [first, second]: readonly TenantKey[]): Record<string, string> {
  const bearer = (key?: TenantKey) => ({ authorization: `Bearer ${key?.token ?? ''}` });
  const apiKey = { 'x-api-key': first?.token ?? '' };
  if (second) return { ...apiKey, ...bearer(second) };
  return chance.oneIn(5) ? bearer(first) : apiKey;
}

function makeHeaders(chance: Chance, tags: readonly string[]): Record<string, string> {
  const directives = chance.oneIn(3) ? chance.pick(['no-cache', 'only-if-cached']) : '';
  // Learned from anybody's answers: a 304 says that the caller's own answer is the one behind the tag.
  const condition = chance.oneIn(30) ? '*' : tags.length === 0 ? '' : chance.some(4, tags).join(', ');
  return {
    ...(directives !== '' && { 'cache-control': directives }),
    ...(condition !== '' && { 'if-none-match': condition }),
    ...(chance.oneIn(3) && { 'accept-encoding': chance.pick(['br', 'gzip', 'gzip;q=0.5, identity']) }),
    ...(chance.oneIn(8) && { prefer: 'handling=strict' }),
  };
}
