import { QuernError } from '../errors/quern-error.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { CURSOR } from '../parameters/cursor-name.js';
import { isPaged, outdated, readCursor, textsByParameter } from './cursor.js';
import { nextLink } from './next-link.js';

type CallParameters = ReadonlyMap<string, readonly string[]>;

export interface TakenCursor {
  /** The texts that a cursor has for parameters; undefined where there is none. */
  readonly instead?: ReadonlyMap<string, string>;
  readonly others: CallParameters;
  /** As in a PreparedCall. */
  readonly nextLink: string | undefined;
}

/**
 * Takes the cursor out of the parameters of a call. To an endpoint without pages it is a parameter like any other, but for what has once
 * been a cursor: without it, the first rows would be passed off as further ones.
 *
 * @throws QuernError `invalid_parameters`, `invalid_cursor`, `cursor_outdated`
 */
export function takeCursor(endpoint: Endpoint, parameters: CallParameters, hasSql: boolean): TakenCursor {
  const texts = parameters.get(CURSOR);
  if (!isPaged(endpoint)) {
    const isDeclared = endpoint.parameters.some(({ name }) => name === CURSOR);
    if (!isDeclared && texts?.some((text) => readCursor(text))) throw outdated();
    return { others: parameters, nextLink: undefined };
  }
  const link = hasSql ? undefined : nextLink(endpoint, parameters);
  if (!texts) return { others: parameters, nextLink: link };
  if (texts.length > 1) throw invalid(`"cursor" must be given once, not ${texts.length} times.`);
  const others = new Map(parameters);
  others.delete(CURSOR);
  const [cursor = ''] = texts;
  if (cursor === '') return { others, nextLink: link };
  if (hasSql)
    throw invalid('"cursor" goes with the endpoint’s own query, and not with `sql`; leave one of the two out.');
  return { instead: textsByParameter(endpoint, cursor), others, nextLink: link };
}

function invalid(detail: string): QuernError {
  return new QuernError('invalid_parameters', detail, { errors: [{ parameter: CURSOR, detail }] });
}
