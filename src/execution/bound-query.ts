import { canonicalKey } from '../parameters/canonical-key.js';
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
  return { endpoint, values, cacheKey: `${endpoint.id}:${endpoint.definitionHash}:${canonicalKey(values)}` };
}

/** The endpoint's id in a cache key, which begins with it. */
export function endpointIdOf(cacheKey: string): string {
  return cacheKey.slice(0, cacheKey.indexOf(':'));
}
