import { type Values } from '../api/api.js';

/** Where somebody is on the page: what the hash of its address says, so that the address can be shared. It never has a key. */
export interface Place {
  readonly endpoint: string | undefined;
  /** How the answer is looked at; undefined leaves that to the answer. */
  readonly view: string | undefined;
  readonly values: Values;
}

export const NOWHERE: Place = { endpoint: undefined, view: undefined, values: new Map() };

/** `#/usage.api-counts/chart?project=demo&ids=1&ids=2` */
export function placeOf(hash: string): Place {
  const [, endpoint, view, query = ''] = /^#\/([^/?]+)(?:\/([^/?]*))?(?:\?(.*))?$/.exec(hash) ?? [];
  if (endpoint === undefined) return NOWHERE;
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  return { endpoint: decoded(endpoint), view: view === undefined || view === '' ? undefined : decoded(view), values };
}

export function hashOf({ endpoint, view, values }: Place): string {
  if (endpoint === undefined) return '#/';
  const query = queryOf(values);
  const path = [endpoint, ...(view === undefined ? [] : [view])].map(encodeURIComponent).join('/');
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** As a URL has them. Empty values count as missing ones and are left out. */
export function queryOf(values: Values): string {
  const parameters = new URLSearchParams();
  for (const [name, each] of values) for (const value of each) if (value !== '') parameters.append(name, value);
  return parameters.toString();
}

/** Text that is not encoded right stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
