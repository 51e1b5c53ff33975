import { quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import { type LoadedEndpoint, type Registry } from '../registry/registry.service.js';

/** @throws Error with the name that was probably meant */
export function servedEndpoint(registry: Registry, reference: string): LoadedEndpoint {
  const found = registry.findIfServed(reference);
  if (found) return found;
  throw noSuchEndpoint(
    reference,
    registry.list().map(({ endpoint }) => endpoint.name),
  );
}

export function noSuchEndpoint(reference: string, names: readonly string[]): Error {
  return new Error(`there is no endpoint ${quote(reference)}.${didYouMean(reference, names)}`);
}
