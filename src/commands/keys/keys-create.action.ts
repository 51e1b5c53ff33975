import { createKey, type NewKey } from '../../access/create-key.js';
import { covers, type Key, SCOPES_BESIDE_ENDPOINTS } from '../../access/key.js';
import { mayCall } from '../../access/may-call.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import { type CommandContext } from '../command-context.js';
import { declaredEndpoints, type DeclaredEndpoint } from './declared-endpoints.js';

const MAX_LISTED = 10;
const MAX_REASONS = 3;

/** Makes a key, shows its token, and warns of rights that reach none of the present endpoints. */
export async function createKeyFor(
  context: CommandContext,
  id: string,
  { scope: scopes, ...rest }: Omit<NewKey, 'keysFile' | 'id' | 'scopes'> & { readonly scope: readonly string[] },
): Promise<void> {
  const { keysFile, endpointsPath } = context.settings();
  const { key, token } = await createKey({ keysFile, id, scopes, ...rest });
  for (const warning of unmatchedRights(key, await declaredEndpoints(endpointsPath))) {
    context.err.write(`warning: ${warning}\n`);
  }
  context.err.write(`Key ${key.id} is in ${keysFile}. Its token is shown this once:\n`);
  context.out.write(`${token}\n`);
}

/** Scopes and bindings of a key that leave it no endpoint: one sentence each. */
function unmatchedRights(
  { scopes, bind }: Pick<Key, 'scopes' | 'bind'>,
  endpoints: readonly DeclaredEndpoint[],
): readonly string[] {
  const named = (some: readonly string[]) =>
    endpoints.filter((endpoint) => covers({ id: '', scopes: some, bind: new Map() }, endpoint));
  const names = endpoints.map(({ name }) => name).sort();
  const idle = scopes.filter((scope) => !SCOPES_BESIDE_ENDPOINTS.includes(scope) && named([scope]).length === 0);
  const reached = named(scopes);
  const parameters = [...new Set((reached.length > 0 ? reached : endpoints).flatMap((each) => each.parameters))];
  const whose = reached.length > 0 ? 'no endpoint that the scopes name' : 'no endpoint';
  const unknown = [...bind.keys()].filter((name) => !parameters.includes(name));
  return [
    ...idle.map(
      (scope) =>
        `no endpoint has the name or the id ${quote(scope)}.` +
        `${didYouMean(scope, [...names, ...SCOPES_BESIDE_ENDPOINTS])} ${listed('endpoint', names)}`,
    ),
    ...unknown.map(
      (name) =>
        `${whose} has the parameter ${quote(name)} that the key is bound to, so that it may call none: each is a 404 for it.` +
        `${didYouMean(name, parameters)} ${listed('parameter', parameters)}`,
    ),
    ...(unknown.length === 0 ? nothingLeft(bind, reached) : []),
  ];
}

/** Reasons why all endpoints in the scopes are a 404 for the key's bindings, or for lack of them. */
function nothingLeft(bind: Key['bind'], reached: readonly DeclaredEndpoint[]): readonly string[] {
  const reasons = reached.map((each) => refusalReason(bind, each)).filter((reason) => reason !== undefined);
  if (reached.length === 0 || reasons.length < reached.length) return [];
  const more = reasons.length > MAX_REASONS ? `, … (${reasons.length} in all)` : '';
  return [
    `no endpoint that the scopes name fits what the key is bound to, so that it may call none: ` +
      `${reasons.slice(0, MAX_REASONS).join(', ')}${more}.`,
  ];
}

function refusalReason(bind: Key['bind'], { name, parameters, bound, endpoint }: DeclaredEndpoint): string | undefined {
  const wanted = bound.find((each) => !bind.has(each));
  if (wanted !== undefined) return `${quote(name)} wants keys that are bound to ${quote(wanted)}`;
  const unknown = [...bind.keys()].find((each) => !parameters.includes(each));
  if (unknown !== undefined) return `${quote(name)} has no parameter ${quote(unknown)}`;
  const unfit = endpoint && [...bind].find((pair) => !takes(endpoint, pair));
  return unfit && `${quote(name)} does not take ${quote(unfit[1])} for ${quote(unfit[0])}`;
}

function takes(endpoint: Endpoint, pair: readonly [name: string, value: string]): boolean {
  return mayCall({ id: '', scopes: ['*'], bind: new Map([pair]), anyTenant: true }, endpoint);
}

function listed(thing: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no ${thing} at all.`;
  const more = names.length > MAX_LISTED ? `, … (${names.length} in all)` : '';
  return `There ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, MAX_LISTED).map(quote).join(', ')}${more}.`;
}
