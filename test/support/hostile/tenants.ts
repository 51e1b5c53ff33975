import { type Chance } from './chance.js';
import { endpointFile } from '../endpoint-file.js';

/** Names that are one and the same to whoever compares them carelessly. A tenant is known by its place in this list. */
export const TENANTS = ['one', 'One', 'one ', ' one', 'o%6Ee', 'caf\u00e9', 'cafe\u0301', '1', '01', 'one,two', 'null'];

export const TENANT_ROWS = TENANTS.flatMap((project, account) =>
  ['a', 'b'].map((note) => ({ project, account, note: `row-of-${account}.${note}` })),
);

/** The tenants whose rows are in a text. */
export function tenantsIn(text: string): number[] {
  return [...text.matchAll(/row-of-(\d+)\./g)].map(([, tenant]) => Number(tenant));
}

interface TenantEndpoint {
  readonly id: string;
  readonly name: string;
  /** The parameter that names a tenant. */
  readonly parameter: 'project' | 'account';
  /** The parameter is an array, which a URL may give as `project[]` as well. */
  readonly isList: boolean;
  /** The tenants whose rows it gives to a key that may read all, where the URL gives the parameter these values. */
  readonly meant: (values: readonly string[]) => readonly number[];
  readonly file: string;
  /** Answers only keys that are bound. */
  readonly isClosed: boolean;
}

const EVERYBODY = TENANTS.map((_, tenant) => tenant);
const CHOSEN = ['One', 'caf\u00e9', '01'];
const named = (values: readonly string[]) => EVERYBODY.filter((tenant) => values.includes(TENANTS[tenant] ?? ''));
const namedOrAll = (values: readonly string[]) => (values.every((value) => value === '') ? EVERYBODY : named(values));

function endpoint(
  name: string,
  project: object,
  condition: string,
  options: Partial<Pick<TenantEndpoint, 'parameter' | 'meant'>> & { readonly keys?: object } = {},
): TenantEndpoint {
  const { parameter = 'project', meant = named, keys = { caching: 900 } } = options;
  const file = endpointFile({
    name,
    parameters: { [parameter]: project, page: { type: 'integer', default: 0 } },
    ...keys,
    query: `SELECT project, note FROM notes WHERE ${condition} AND @page >= 0 ORDER BY note`,
  });
  const { id } = JSON.parse(file) as { id: string };
  return { id, name, parameter, isList: 'items' in project, meant, file, isClosed: 'bound' in keys };
}

const REQUIRED = { type: 'string', required: true };

/** One endpoint for each way in which a parameter can be left open. */
export const TENANT_ENDPOINTS: readonly TenantEndpoint[] = [
  endpoint('notes.cached', REQUIRED, 'project = @project'),
  endpoint('notes.fresh', REQUIRED, 'project = @project', { keys: {} }),
  endpoint('notes.stale', REQUIRED, 'project = @project', { keys: { caching: 5, stale_if_error: 600 } }),
  endpoint('notes.closed', REQUIRED, 'project = @project', { keys: { caching: 900, bound: ['project'] } }),
  endpoint('notes.optional', { type: 'string' }, '(@project IS NULL OR project = @project)', { meant: namedOrAll }),
  endpoint(
    'notes.listed',
    { type: 'array', items: 'string' },
    '(ARRAY_LENGTH(@project) = 0 OR project IN UNNEST(@project))',
    { meant: namedOrAll },
  ),
  endpoint(
    'notes.chosen',
    { type: 'string', enum: CHOSEN, default: CHOSEN[0], otherwise: 'default' },
    'project = @project',
    { meant: (values) => [...named(values.filter((value) => CHOSEN.includes(value))), TENANTS.indexOf('One')] },
  ),
  endpoint('numbers.cached', { type: 'integer', required: true }, 'account = @account', {
    parameter: 'account',
    meant: (values) => values.map(Number),
  }),
];

/** Scopes, and which endpoints they are good for. */
const SCOPES: readonly (readonly [scope: string, covers: RegExp])[] = [
  ['*', /./],
  ['notes.*', /^notes\./],
  ['*.cached', /\.cached$/],
  ['n*s.*e*', /^n[^]*s\.[^]*e/],
  ['notes.stale', /^notes\.stale$/],
  [TENANT_ENDPOINTS[0]?.id ?? '', /^notes\.cached$/],
  ['Notes.*', /^Notes\./],
];

export interface TenantKey {
  readonly id: string;
  readonly token: string;
  readonly scopes: readonly string[];
  readonly covers: RegExp;
  /** Undefined where the key is bound to nothing. */
  readonly tenant: number | undefined;
  readonly bind: Readonly<Record<string, string>>;
}

/** A key with one of a few tokens, so that one token is another tenant's after a change of the keys file. */
export function makeKey(chance: Chance, number: number): TenantKey {
  const [scope, covers] = chance.pick(chance.oneIn(3) ? SCOPES : SCOPES.slice(0, 2));
  const tenant = chance.oneIn(6) ? undefined : chance.below(TENANTS.length);
  const byNumber = chance.oneIn(5);
  const bind: Record<string, string> =
    tenant === undefined
      ? {}
      : byNumber
        ? { account: `${chance.pick(['', '+', '00'])}${tenant}` }
        : { project: TENANTS[tenant] ?? '' };
  return {
    id: `key-${number}`,
    token: `token-number-${number}-of-the-tenants`,
    scopes: chance.oneIn(3) ? [scope, 'cache:refresh'] : [scope],
    covers,
    tenant,
    bind,
  };
}

/** The tenants whose rows a key may be given for a call. */
export function readable(
  key: TenantKey | undefined,
  { name, parameter, meant, isClosed }: TenantEndpoint,
  values: readonly string[],
): readonly number[] {
  if (!key?.covers.test(name)) return [];
  if (key.tenant === undefined) return isClosed ? [] : meant(values);
  return parameter in key.bind ? [key.tenant] : [];
}
