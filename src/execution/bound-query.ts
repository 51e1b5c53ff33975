import { canonicalKey, parseCanonicalKey } from '../parameters/canonical-key.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type Endpoint } from '../registry/endpoint.js';

/** An endpoint with the values of one call. */
export interface BoundQuery {
  readonly endpoint: Endpoint;
  readonly values: readonly ParameterBinding[];
  /** A SELECT of the caller's own in place of the endpoint's, in its normal form. */
  readonly callerSql: string | undefined;
  /** The endpoint's id, its definition's hash, the canonical values and the caller's SQL: nothing else makes a different answer. */
  readonly cacheKey: string;
}

export function boundQuery(endpoint: Endpoint, values: readonly ParameterBinding[], callerSql?: string): BoundQuery {
  const sql = callerSql === undefined ? '' : `${SQL_FOLLOWS}${callerSql}`;
  return { endpoint, values, callerSql, cacheKey: `${keyPrefix(endpoint)}${canonicalKey(values)}${sql}` };
}

/**
 * The query of a cache key, which has all of it: hundreds of thousands of results can be kept warm without their
 * parameters being kept once more. Undefined when the key is not of this endpoint as it is defined now.
 */
export function boundQueryOf(endpoint: Endpoint, cacheKey: string): BoundQuery | undefined {
  const prefix = keyPrefix(endpoint);
  if (!cacheKey.startsWith(prefix)) return undefined;
  const end = cacheKey.indexOf(SQL_FOLLOWS, prefix.length);
  const callerSql = end === -1 ? undefined : cacheKey.slice(end + SQL_FOLLOWS.length);
  if (callerSql !== undefined && !endpoint.sandboxing) return undefined;
  const values = cacheKey.slice(prefix.length, end === -1 ? undefined : end);
  return { endpoint, values: parseCanonicalKey(values, endpoint.parameters), callerSql, cacheKey };
}

/** JSON escapes it, so that it is nowhere in the values. */
const SQL_FOLLOWS = '\n';

/** The endpoint's id in a cache key, which begins with it. */
export function endpointIdOf(cacheKey: string): string {
  return cacheKey.slice(0, cacheKey.indexOf(':'));
}

/** Is this the key of a result of this endpoint as it is defined here? */
export function isKeyOf(endpoint: Endpoint, cacheKey: string): boolean {
  return cacheKey.startsWith(keyPrefix(endpoint));
}

function keyPrefix({ id, definitionHash }: Endpoint): string {
  return `${id}:${definitionHash}:`;
}
