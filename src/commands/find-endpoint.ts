import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import { type LoadedEndpoint, type Registry } from '../registry/registry.service.js';

/**
 * The endpoint by its name or id, in either case of its letters.
 *
 * @throws Error with the name that was probably meant
 */
export function findEndpoint<T extends { readonly id: string; readonly name: string }>(
  endpoints: readonly T[],
  reference: string,
): T {
  const found = endpoints.find(({ id, name }) => name === reference || id === reference.toLowerCase());
  if (found) return found;
  const names = endpoints.map(({ name }) => name);
  throw new Error(`there is no endpoint ${quote(reference)}.${didYouMean(reference, names)}`);
}

/** The same of those that would be served. */
export function servedEndpoint(registry: Registry, reference: string): LoadedEndpoint {
  const endpoints = registry.list().map(({ endpoint }) => endpoint);
  return registry.find(findEndpoint(endpoints, reference).id);
}
