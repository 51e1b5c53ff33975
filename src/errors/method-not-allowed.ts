import { QuernError } from './quern-error.js';

/** 405 for routes that can be read, and nothing else unless `use` says more (RFC 9110 section 15.5.6). */
export function methodNotAllowed(use: keyof typeof USES = 'read'): QuernError {
  const { words, ...headers } = USES[use];
  return new QuernError('method_not_allowed', `This can be ${words}, and nothing else.`, { headers });
}

/** Header field with the types of a QUERY's body (RFC 10008 section 3). */
export const ACCEPT_QUERY = { 'Accept-Query': 'application/json' };

const USES = {
  read: { words: 'read with GET or HEAD', Allow: 'GET, HEAD' },
  'read or cancel': { words: 'read with GET or HEAD and cancelled with DELETE', Allow: 'GET, HEAD, DELETE' },
  // Parameters may come in a body as well.
  query: { words: 'asked with GET, HEAD, POST or QUERY', Allow: 'GET, HEAD, POST, QUERY', ...ACCEPT_QUERY },
};
