import { type ParameterError } from '../errors/quern-error.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { mistake } from '../parameters/bind-parameters.js';
import { CURSOR } from '../parameters/reserved-names.js';
import { isPaged, outdated, readCursor, textsByParameter, timesOf, type PagedEndpoint } from './cursor.js';
import { type CallParameters } from '../parameters/query-string.js';

/** Characters in front of the cursor, beyond which there is no Link: proxies take no more. */
const MAX_LENGTH = 2048;

/**
 * The reference of a Link up to its cursor: the call with its own values for the endpoint's parameters, without those that the cursor has.
 * It is a query string alone, and so leads to the same path, in any form of the rows and behind any proxy.
 */
function nextLink({ parameters, page }: PagedEndpoint, given: CallParameters): string | undefined {
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

export interface TakenCursor {
  /** Texts of parameters from the cursor; undefined where there is none. */
  readonly instead?: ReadonlyMap<string, string>;
  readonly others: CallParameters;
  /** Link as in a PreparedCall. */
  readonly nextLink: string | undefined;
}

/**
 * Takes the cursor out of the parameters of a call. To an endpoint without pages it is a parameter like any other, unless it has once been
 * a cursor: without it, the first rows would be passed off as further ones.
 *
 * @param mistakes gets those of the cursor's parameter
 * @throws QuernError `invalid_cursor`, `cursor_outdated`
 */
export function takeCursor(
  endpoint: Endpoint,
  parameters: CallParameters,
  hasSql: boolean,
  mistakes: ParameterError[],
): TakenCursor {
  const texts = parameters.get(CURSOR);
  if (!isPaged(endpoint)) {
    const isDeclared = endpoint.parameters.some(({ name }) => name === CURSOR);
    if (!isDeclared && texts?.some((text) => readCursor(text))) throw outdated();
    return { others: parameters, nextLink: undefined };
  }
  const link = hasSql ? undefined : nextLink(endpoint, parameters);
  if (!texts) return { others: parameters, nextLink: link };
  const others = new Map(parameters);
  others.delete(CURSOR);
  if (texts.length > 1) {
    mistakes.push(mistake(CURSOR, `must be given once, not ${texts.length} times`));
    return { others, nextLink: link };
  }
  const [cursor = ''] = texts;
  if (cursor === '') return { others, nextLink: link };
  if (hasSql) {
    mistakes.push(mistake(CURSOR, 'goes with the endpoint’s own query, and not with `sql`; leave one of the two out'));
    return { others, nextLink: link };
  }
  const instead = new Map(textsByParameter(endpoint, cursor));
  for (const name of timesOf(endpoint)) if (others.get(name)?.some((text) => text !== '')) instead.delete(name);
  return { instead, others, nextLink: link };
}
