import { readFile } from 'node:fs/promises';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { readEndpoint } from '../../endpoint-files/format/read-endpoint.js';
import { findEndpointFiles } from '../../endpoint-files/watch/endpoint-files.js';
import { contentOf } from '../endpoint-names.js';

export interface DeclaredEndpoint {
  readonly id: string;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly bound: readonly string[];
  /** The whole endpoint, where nothing is wrong with the file. */
  readonly endpoint: Endpoint | undefined;
}

/** The endpoints that the files of a folder declare; queries are not checked. */
export async function declaredEndpoints(folder: string): Promise<readonly DeclaredEndpoint[]> {
  const found: DeclaredEndpoint[] = [];
  for (const { path } of (await findEndpointFiles(folder)).files) {
    const text = await readFile(path, 'utf8').catch(() => '');
    const { id, name, parameters, bound } = (await contentOf(text)) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') continue;
    found.push({
      id: String(id).toLowerCase(),
      name,
      parameters: typeof parameters === 'object' && parameters !== null ? Object.keys(parameters) : [],
      bound: Array.isArray(bound) ? bound.map(String) : [],
      endpoint: readEndpoint(path, Buffer.from(text)).endpoint,
    });
  }
  return found;
}
