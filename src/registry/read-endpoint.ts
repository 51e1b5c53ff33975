import { checkCaching } from './endpoint-rules.js';
import { readColumns } from './columns-reader.js';
import { definitionHash } from './definition-hash.js';
import { EndpointFile } from './endpoint-file.js';
import { EndpointSource } from './endpoint-source.js';
import type { Endpoint } from './endpoint.js';
import { readEntry } from './entry-reader.js';
import { readParameters } from './parameters-reader.js';
import { type Problem, Problems } from './problem.js';
import type { TextPosition } from '../sql/text-position.js';
import { checkQuery } from './query-rules.js';
import { decodeUtf8 } from './utf8-text.js';
import { readWarm } from './warm-reader.js';
import { readYaml } from './yaml-reader.js';
import type { YamlMapping, YamlValue } from './yaml-value.js';

/** What a file holds: an endpoint, or what keeps it from being one. */
export interface EndpointReading {
  readonly endpoint: Endpoint | undefined;
  readonly problems: readonly Problem[];
  /** The id and the name as far as they can be made out, so that duplicates show among files with other problems too. */
  readonly claims: readonly Claim[];
}

/** An id or a name that only one file may have; `where` is where a file claims it. */
export interface Claim {
  readonly key: 'id' | 'name';
  readonly value: string;
  readonly where: TextPosition & { readonly file: string };
}

/** Reads one endpoint file; `file` is its path, for messages. */
export function readEndpoint(file: string, bytes: Uint8Array): EndpointReading {
  const problems = new Problems(file);
  const mapping = readMapping(bytes, problems);
  if (!mapping) return { endpoint: undefined, problems: problems.list, claims: [] };
  const entry = readEntry(EndpointFile, mapping, problems);
  const endpoint = buildEndpoint(file, entry, mapping, problems);
  const isSound = !problems.hasError;
  return { endpoint: isSound ? endpoint : undefined, problems: problems.list, claims: claims(file, entry, mapping) };
}

function readMapping(bytes: Uint8Array, problems: Problems): YamlMapping | undefined {
  const decoded = decodeUtf8(bytes);
  if ('text' in decoded) return readYaml(decoded.text, problems);
  problems.add('file_unreadable', decoded.invalidAt, 'this is not UTF-8; save the file as UTF-8');
  return undefined;
}

function buildEndpoint(
  file: string,
  entry: Partial<EndpointFile>,
  mapping: YamlMapping,
  problems: Problems,
): Endpoint | undefined {
  const { parameters, columns, warm, query } = values(mapping);
  checkCaching(entry, mapping, problems);
  const before = problems.list.length;
  const declarations = parameters?.kind === 'mapping' ? readParameters(parameters, problems) : [];
  const areSound = problems.list.length === before;
  const declaredColumns = columns?.kind === 'list' ? readColumns(columns, problems) : undefined;
  // Sets that are measured by unsound declarations would be called wrong for no fault of their own.
  const warmSets = warm?.kind === 'list' && areSound ? readWarm(warm, declarations, problems) : [];
  if (entry.query === undefined || query?.kind !== 'scalar') return undefined;
  const source = new EndpointSource(file, query);
  checkQuery(entry.query, parameters?.kind === 'mapping' ? parameters : undefined, source, problems);
  const { id = '', name = '', description, max_rows: maxRows = 0, caching, timeout: timeoutSeconds = 0 } = entry;
  const definition = { sql: entry.query, parameters: declarations, maxRows, columns: declaredColumns };
  return Object.freeze({
    ...definition,
    id: id.toLowerCase(),
    name,
    description,
    cachingSeconds: caching === 'disabled' ? undefined : caching,
    cacheWarmingSeconds: entry.cache_warming,
    staleIfErrorSeconds: entry.stale_if_error,
    warm: warmSets,
    sandboxing: false,
    maxBytesBilled: entry.max_bytes_billed,
    timeoutSeconds,
    definitionHash: definitionHash(definition),
    source,
  });
}

function values({ entries }: YamlMapping): Partial<Record<keyof EndpointFile, YamlValue>> {
  const keys = ['parameters', 'columns', 'warm', 'query'] as const;
  return Object.fromEntries(keys.map((key) => [key, entries.get(key)?.value]));
}

function claims(file: string, { id, name }: Partial<EndpointFile>, { entries }: YamlMapping): readonly Claim[] {
  const claim = (key: Claim['key'], value: string | undefined): readonly Claim[] => {
    const place = entries.get(key)?.value.place;
    return value === undefined || !place ? [] : [{ key, value, where: { file, ...place } }];
  };
  return [...claim('id', id), ...claim('name', name)];
}
