import { QuernError } from './quern-error.js';

/** 405 for routes that can be read and nothing else (RFC 9110 section 15.5.6). */
export function methodNotAllowed(): QuernError {
  return new QuernError('method_not_allowed', 'This can be read with GET or HEAD, and nothing else.', {
    headers: { Allow: 'GET, HEAD' },
  });
}

/** 405 for queries that take SQL in a body as well. */
export function onlyReadOrPosted(): QuernError {
  return new QuernError('method_not_allowed', 'This can be asked with GET, HEAD or POST, and nothing else.', {
    headers: { Allow: 'GET, HEAD, POST' },
  });
}
