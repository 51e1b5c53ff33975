import { hash } from 'node:crypto';
import { canonicalJson } from '../parameters/canonical-key.js';
import { DEFAULT_MAX_BYTES, type Endpoint } from './endpoint.js';

/**
 * A hash of all that decides what a call answers. Descriptions, caching and timeouts are left out: changing them must not
 * throw good results away.
 */
export function definitionHash({
  sql,
  parameters,
  maxRows,
  maxBytes,
  columns,
  page,
}: Pick<Endpoint, 'sql' | 'parameters' | 'maxRows' | 'maxBytes' | 'columns' | 'page'>): string {
  const definition = {
    sql,
    maxRows,
    // What a file does not say has no part in the hash, so that files without the key keep theirs.
    maxBytes: maxBytes === DEFAULT_MAX_BYTES ? undefined : maxBytes,
    page,
    parameters: parameters.map((parameter) => ({ ...parameter, description: undefined })),
    columns: columns?.map(({ name, type, nullable, json }) => ({
      name,
      type,
      // The same.
      nullable: nullable ? undefined : false,
      json,
    })),
  };
  // 128 bits: no two definitions will ever share them by chance.
  return hash('sha256', canonicalJson(definition), 'hex').slice(0, 32);
}
