import { CURSOR } from '../parameters/cursor-name.js';
import { type PagedEndpoint } from './cursor.js';

/** Characters in front of the cursor; there is no Link where it would be longer than proxies take. */
const MAX_LENGTH = 2048;

/**
 * The reference of a Link up to its cursor: the call with what it gave of the endpoint's parameters, without those that the cursor has. It is a
 * query alone, and so leads to the same path, whatever form of the rows that is and wherever a proxy has it.
 */
export function nextLink(
  { parameters, page }: PagedEndpoint,
  given: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const inCursor = new Set(page.map(({ parameter }) => parameter));
  const names = new Set(parameters.flatMap(({ name, array }) => (array ? [name, `${name}[]`] : [name])));
  const pairs = Array.from(given).flatMap(([name, texts]) => {
    if (!names.has(name) || inCursor.has(name)) return [];
    return texts.filter((text) => text !== '').map((text) => `${encodeURIComponent(name)}=${escaped(text)}&`);
  });
  const link = `?${pairs.join('')}${CURSOR}=`;
  return link.length > MAX_LENGTH ? undefined : link;
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
