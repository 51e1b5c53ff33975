import { covers, type Key, SCOPES_BESIDE_ENDPOINTS } from '../../access/key.js';
import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';

/** What a file declares, as far as it can be made out. */
export interface DeclaredEndpoint {
  readonly id: string;
  readonly name: string;
  readonly parameters: readonly string[];
}

const MAX_LISTED = 10;

/** Scopes and bound parameters of a key that have nothing to do with any of the endpoints: one sentence each. */
export function unmatchedRights(
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
        `${whose} has the parameter ${quote(name)} that the key is bound to, so that each of them refuses it.` +
        `${didYouMean(name, parameters)} ${listed('parameter', parameters)}`,
    ),
  ];
}

function listed(thing: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no ${thing} at all.`;
  const more = names.length > MAX_LISTED ? `, … (${names.length} in all)` : '';
  return `There ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, MAX_LISTED).map(quote).join(', ')}${more}.`;
}
