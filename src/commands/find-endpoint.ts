import { isError } from '../diagnostics/problem.js';
import { printable, quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import { type LoadedEndpoint, type Registry } from '../registry/registry.service.js';

const MAX_FILES = 3;

/** @throws Error with the name that was probably meant */
export function servedEndpoint(registry: Registry, reference: string): LoadedEndpoint {
  const found = registry.findIfServed(reference);
  if (found) return found;
  const names = registry.list().map(({ endpoint }) => endpoint.name);
  const message = `there is no endpoint ${quote(reference)}.${didYouMean(reference, names)}`;
  // A file that cannot be read to its end does not say which endpoint it is of.
  const errors = registry.problems.filter(isError);
  const files = [...new Set(errors.map(({ file }) => file))];
  if (files.length === 0) throw new Error(message);
  const more = files.length > MAX_FILES ? ', …' : '';
  const named = files.slice(0, MAX_FILES).map(printable).join(', ');
  throw new Error(`${message} These files cannot be served: ${named}${more}.`);
}
