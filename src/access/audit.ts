import { isLoopback } from '../config/loopback.js';
import { type Settings } from '../config/settings.js';
import { isAdmin, type Key } from './key.js';

type Listening = Pick<Settings, 'host' | 'trustedProxies' | 'apiKey' | 'metricsPort' | 'metricsHost'>;

/**
 * Weak places of a set-up that works all the same: one sentence each, with a remedy. They hold nothing of a token. `keys` are those of the
 * keys file.
 */
export function audit(settings: Listening, keys: readonly Key[]): readonly string[] {
  return [
    ...listening(settings),
    ...operating(settings),
    ...about(keys, ({ expiresAt }) => expiresAt === undefined, 'never expire', 'give them `expires`, and rotate them'),
    ...about(
      keys,
      (key) => isAdmin(key) && key.scopes.includes('*'),
      'read every endpoint and the listing of them',
      'give `admin` to keys of its own',
    ),
  ];
}

/** Warns of endpoints that do not demand a binding to a tenant, and so answer keys without one, where other keys have one. */
export function auditBindings(
  keys: readonly Key[],
  endpoints: readonly { readonly name: string; readonly bound: readonly string[] }[],
): readonly string[] {
  const names = new Set(keys.flatMap(({ bind }) => [...bind.keys()]));
  const open = endpoints.filter(({ bound }) => bound.length === 0).map(({ name }) => name);
  if (names.size === 0 || open.length === 0) return [];
  return [
    `Some keys are bound to ${listed([...names])}, and these endpoints answer keys that are not: ${listed(open)}; ` +
      'if they hold rows of several tenants, add `bound: […]` to their files.',
  ];
}

function listening({ host, trustedProxies, apiKey }: Listening): readonly string[] {
  if (isLoopback(host)) return [];
  const token = 'QUERN_API_KEY may do everything and never expires; make keys with `quern keys create` instead.';
  const proxy =
    `Quern listens on ${host} without TLS, and no proxy is named: keys travel in the clear, and callers behind one proxy ` +
    'are one address. Put a proxy in front, and set QUERN_TRUST_PROXY to how many there are.';
  return [...(apiKey === undefined ? [] : [token]), ...(trustedProxies > 0 ? [] : [proxy])];
}

function operating({ metricsPort, metricsHost }: Listening): readonly string[] {
  if (metricsPort === undefined || isLoopback(metricsHost)) return [];
  return [
    `QUERN_METRICS_PORT listens on ${metricsHost} without a key: whoever reaches it reads names of endpoints and keys, and what they ` +
      'cost. Let nobody but Prometheus reach it, or set QUERN_METRICS_HOST to 127.0.0.1.',
  ];
}

function about(
  keys: readonly Key[],
  isWeak: (key: Key) => boolean,
  predicate: string,
  remedy: string,
): readonly string[] {
  const ids = keys.filter(isWeak).map(({ id }) => id);
  return ids.length === 0 ? [] : [`Keys that ${predicate}: ${listed(ids)}; ${remedy}.`];
}

const MAX_LISTED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
