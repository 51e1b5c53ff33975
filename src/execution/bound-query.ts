import { createHash } from 'node:crypto';
import { canonicalKey, parseCanonicalKey } from '../parameters/canonical-key.js';
import { type ParameterBinding } from '../parameters/parameter.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** An endpoint with the values of one call. */
export interface BoundQuery {
  readonly endpoint: Endpoint;
  readonly values: readonly ParameterBinding[];
  /** The SELECT that the caller sent to a sandboxed endpoint, in its normal form. It replaces the endpoint's own. */
  readonly sandboxSql: string | undefined;
  /** The endpoint's id, its definition's hash, the canonical values and a hash of the sandbox SQL: everything that an answer depends on. */
  readonly cacheKey: string;
}

export function boundQuery(endpoint: Endpoint, values: readonly ParameterBinding[], sandboxSql?: string): BoundQuery {
  const sql = sandboxSql === undefined ? '' : `${SQL_FOLLOWS}${sha256(sandboxSql)}`;
  return { endpoint, values, sandboxSql, cacheKey: `${keyPrefix(endpoint)}${canonicalKey(values)}${sql}` };
}

/**
 * Reads the query of a cache key back from the key, so that hundreds of thousands of results can be kept warm without their parameters
 * being kept a second time. Undefined when the key is not of this endpoint as it is defined now, and for sandbox SQL, which is in the key
 * only as a hash: it is never run ahead of time.
 */
export function boundQueryOf(endpoint: Endpoint, cacheKey: string): BoundQuery | undefined {
  const prefix = keyPrefix(endpoint);
  if (!cacheKey.startsWith(prefix) || cacheKey.includes(SQL_FOLLOWS)) return undefined;
  const values = parseCanonicalKey(cacheKey.slice(prefix.length), endpoint.parameters);
  return { endpoint, values, sandboxSql: undefined, cacheKey };
}

/** Separates the hash of the sandbox SQL from the values, which cannot contain it: JSON escapes it. */
const SQL_FOLLOWS = '\n';
const RUN_FOLLOWS = '\nrun:';

/** The key for the rows of one run that are kept for its client, apart from results of queries. */
export function rowsKeyOf(endpoint: Endpoint, runId: string): string {
  return `${keyPrefix(endpoint)}${RUN_FOLLOWS}${runId}`;
}

export function isRowsKey(cacheKey: string): boolean {
  return cacheKey.includes(RUN_FOLLOWS);
}

/** The id of the endpoint that a cache key belongs to. */
export function endpointIdOf(cacheKey: string): string {
  return cacheKey.slice(0, cacheKey.indexOf(':'));
}

/** Whether the key is of a result of this endpoint as it is defined here. */
export function isKeyOf(endpoint: Endpoint, cacheKey: string): boolean {
  return cacheKey.startsWith(keyPrefix(endpoint));
}

function keyPrefix({ id, definitionHash }: Endpoint): string {
  return `${id}:${definitionHash}:`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
