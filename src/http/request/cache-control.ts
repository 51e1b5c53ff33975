import { type CacheDirectives, NO_DIRECTIVES } from '../../execution/cache-directives.js';
import { shortField } from './short-field.js';

/** The directives of a request's `Cache-Control` (RFC 9111 section 5.2.1); those that Quern does not know are passed over. */
export function cacheDirectives(field: string | undefined): CacheDirectives {
  const header = shortField(field);
  if (header === undefined) return NO_DIRECTIVES;
  const names = header.split(',').map((directive) => directive.trim().toLowerCase());
  return { noCache: names.includes('no-cache'), onlyIfCached: names.includes('only-if-cached') };
}
