import { QuernError } from '../errors/quern-error.js';

/** The parameters of a call as a URL has them: each with its values in their order. */
export type CallParameters = ReadonlyMap<string, readonly string[]>;

export const MAX_PARAMETERS = 100;

/**
 * The parameters of a query string by name, each with its values in their order. Unlike URLSearchParams, which silently makes
 * another value of a broken escape or of broken UTF-8, this refuses them.
 *
 * @throws QuernError `malformed_request`, `too_many_parameters`
 */
export function parseQueryString(url: string): CallParameters {
  const parameters = new Map<string, string[]>();
  const start = url.indexOf('?');
  if (start === -1) return parameters;
  const pairs = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length > MAX_PARAMETERS) {
    throw new QuernError(
      'too_many_parameters',
      `The URL has ${pairs.length} parameters; ${MAX_PARAMETERS} are allowed.`,
    );
  }
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const values = parameters.get(name);
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}

/** A piece of a URL as text; `+` is a space, as forms write it. */
function decode(text: string): string {
  return decodeComponent(text.replaceAll('+', ' '));
}

/** Percent-decodes UTF-8. @throws QuernError `malformed_request` */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new QuernError(
      'malformed_request',
      'The URL has a percent sign that does not begin the escape of a UTF-8 character.',
    );
  }
}
