import { canonicalKey, parseCanonicalKey } from '../parameters/canonical-key.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type Endpoint } from '../registry/endpoint.js';

/** An endpoint with the values of one call. */
export interface BoundQuery {
  readonly endpoint: Endpoint;
  readonly values: readonly ParameterBinding[];
  /** The endpoint's id, its definition's hash and the canonical values: nothing else makes a different answer. */
  readonly cacheKey: string;
}

export function boundQuery(endpoint: Endpoint, values: readonly ParameterBinding[]): BoundQuery {
  return { endpoint, values, cacheKey: `${keyPrefix(endpoint)}${canonicalKey(values)}` };
}

/**
 * The query of a cache key, which has all of it: hundreds of thousands of results can be kept warm without their
 * parameters being kept once more. Undefined when the key is not of this endpoint as it is defined now.
 */
export function boundQueryOf(endpoint: Endpoint, cacheKey: string): BoundQuery | undefined {
  const prefix = keyPrefix(endpoint);
  if (!cacheKey.startsWith(prefix)) return undefined;
  return { endpoint, values: parseCanonicalKey(cacheKey.slice(prefix.length), endpoint.parameters), cacheKey };
}

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
