import { QuernError } from './quern-error.js';

/** 405 for routes that can be read and nothing else (RFC 9110 section 15.5.6). */
export function methodNotAllowed(): QuernError {
  return new QuernError('method_not_allowed', 'This can be read with GET or HEAD, and nothing else.', {
    headers: { Allow: 'GET, HEAD' },
  });
}

/** 405 for a run, which can be cancelled as well. */
export function onlyAskedOrCancelled(): QuernError {
  return new QuernError(
    'method_not_allowed',
    'This can be read with GET or HEAD and cancelled with DELETE, and nothing else.',
    {
      headers: { Allow: 'GET, HEAD, DELETE' },
    },
  );
}

/** Header field with the types of a QUERY's body (RFC 10008 section 3). */
export const ACCEPT_QUERY = { 'Accept-Query': 'application/json' };

/** 405 for queries, whose parameters may come in a body as well. */
export function onlyQueried(): QuernError {
  return new QuernError('method_not_allowed', 'This can be asked with GET, HEAD, POST or QUERY, and nothing else.', {
    headers: { Allow: 'GET, HEAD, POST, QUERY', ...ACCEPT_QUERY },
  });
}
