import { createHash } from 'node:crypto';
import { canonicalKey, parseCanonicalKey } from '../parameters/canonical-key.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** An endpoint with the values of one call. */
export interface BoundQuery {
  readonly endpoint: Endpoint;
  readonly values: readonly ParameterBinding[];
  /** A SELECT of the caller's own in place of the endpoint's, in its normal form. */
  readonly sandboxSql: string | undefined;
  /**
   * The endpoint's id, its definition's hash, the canonical values and a hash of the caller's SQL: nothing else makes a different answer.
   */
  readonly cacheKey: string;
}

export function boundQuery(endpoint: Endpoint, values: readonly ParameterBinding[], sandboxSql?: string): BoundQuery {
  const sql = sandboxSql === undefined ? '' : `${SQL_FOLLOWS}${sha256(sandboxSql)}`;
  return { endpoint, values, sandboxSql, cacheKey: `${keyPrefix(endpoint)}${canonicalKey(values)}${sql}` };
}

/**
 * The query of a cache key, which has all of it: hundreds of thousands of results can be kept warm without their
 * parameters being kept once more. Undefined when the key is not of this endpoint as it is defined now, and for SQL of a caller's own:
 * that is run for whoever sends it and never again ahead of time, so that its text, of up to 64 KiB, is kept nowhere.
 */
export function boundQueryOf(endpoint: Endpoint, cacheKey: string): BoundQuery | undefined {
  const prefix = keyPrefix(endpoint);
  if (!cacheKey.startsWith(prefix) || cacheKey.includes(SQL_FOLLOWS)) return undefined;
  const values = parseCanonicalKey(cacheKey.slice(prefix.length), endpoint.parameters);
  return { endpoint, values, sandboxSql: undefined, cacheKey };
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
