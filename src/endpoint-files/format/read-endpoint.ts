import { parseBudget } from '../../config/budget.js';
import { readAgents } from './agents/agents-reader.js';
import { readBound, readColumns, readWarm } from './key-readers.js';
import { checkCaching, checkSandboxing, checkSlices, checkTimeouts } from './endpoint-rules.js';
import { columnPlaces } from './column-mismatch.js';
import { EndpointFile } from './endpoint-file.js';
import { EndpointSource } from '../endpoint-source.js';
import { type EndpointTest } from '../endpoint-test.js';
import { type Endpoint, DEFAULT_MAX_BYTES } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import { readPage } from './pages/page-reader.js';
import { readParameters } from './parameter-reader.js';
import { type FilePlace, type Problem, Problems } from '../../diagnostics/problem.js';
import { checkQuery } from './query-rules.js';
import { readTests } from './tests-reader.js';
import { type DecodedText, decodeUtf8 } from '../yaml/utf8-text.js';
import { readYaml } from '../yaml/yaml-reader.js';
import { type YamlMapping, type YamlValue } from '../yaml/yaml-value.js';
import { hash } from 'node:crypto';
import { canonicalJson } from '../../parameters/canonical-key.js';

export interface EndpointReading {
  readonly endpoint: Endpoint | undefined;
  /** Test cases in the file; serving the endpoint does not need them. */
  readonly tests: readonly EndpointTest[];
  readonly problems: readonly Problem[];
  /** The id and the name as far as they can be made out, so that duplicates show among files with other problems too. */
  readonly names: readonly EndpointName[];
}

/** An id or a name of an endpoint, and where its file writes it. Only one file may have it. */
export interface EndpointName {
  readonly key: 'id' | 'name';
  readonly value: string;
  readonly where: FilePlace;
}

export function readEndpoint(file: string, bytes: Uint8Array): EndpointReading {
  const decoded = decodeUtf8(bytes);
  const problems = new Problems(file, decoded.text);
  const mapping = readMapping(decoded, problems);
  if (!mapping) return { endpoint: undefined, tests: [], problems: problems.list, names: [] };
  const entry = readEntry(EndpointFile, mapping, problems);
  const found = buildEndpoint(file, entry, mapping, problems);
  const isSound = !problems.hasError;
  return {
    endpoint: isSound ? found?.endpoint : undefined,
    tests: found?.tests ?? [],
    problems: problems.list,
    names: namesOf(entry, mapping, problems),
  };
}

function readMapping({ text, invalidAt }: DecodedText, problems: Problems): YamlMapping | undefined {
  if (!invalidAt) return readYaml(text, problems);
  problems.add('file_unreadable', invalidAt, 'this is not UTF-8; save the file as UTF-8');
  return undefined;
}

function buildEndpoint(
  file: string,
  entry: Partial<EndpointFile>,
  mapping: YamlMapping,
  problems: Problems,
): Pick<EndpointReading, 'endpoint' | 'tests'> | undefined {
  const { parameters, columns, warm, query, tests } = values(mapping);
  checkCaching(entry, mapping, problems);
  checkTimeouts(entry, mapping, problems);
  const before = problems.count;
  const declarations = parameters?.kind === 'mapping' ? readParameters(parameters, problems) : [];
  const areSound = problems.count === before;
  const declaredColumns = columns?.kind === 'list' ? readColumns(columns, problems) : undefined;
  // Checked only with sound declarations, since errors in these would make sound sets look wrong.
  const warmSets = warm?.kind === 'list' && areSound ? readWarm(warm, declarations, problems) : [];
  if (entry.query === undefined || query?.kind !== 'scalar') return undefined;
  const columnsEntry = mapping.entries.get('columns');
  const source = new EndpointSource(file, query, columnsEntry && columnPlaces(columnsEntry));
  const declared = parameters?.kind === 'mapping' ? parameters : undefined;
  const isCached = typeof entry.caching === 'number';
  const isVerified = entry.refresh === 'on_change';
  checkQuery(entry.query, { parameters: declared, isCached, isVerified }, source, problems);
  checkSandboxing(entry, mapping, problems);
  checkSlices(entry, mapping, problems);
  const pageEntry = areSound && declaredColumns ? mapping.entries.get('page') : undefined;
  const paged = { sql: entry.query, source, parameters: declarations, columns: declaredColumns ?? [] };
  const paging = pageEntry && readPage(pageEntry, paged, problems);
  const { id = '', name = '', description, max_bytes: maxBytes = 0, caching } = entry;
  const { timeout: timeoutSeconds = 0 } = entry;
  const definition = {
    sql: entry.query,
    parameters: declarations,
    maxRows: paging?.size ?? entry.max_rows ?? 0,
    maxBytes,
    columns: declaredColumns,
    page: paging?.page,
  };
  const endpoint = Object.freeze({
    ...definition,
    id: id.toLowerCase(),
    name,
    description,
    slices: entry.slices === 'enabled',
    cachingSeconds: caching === 'disabled' ? undefined : caching,
    cacheWarmingSeconds: entry.cache_warming,
    staleIfErrorSeconds: entry.stale_if_error,
    ...(isVerified && { refreshOnChange: true }),
    warm: warmSets,
    sandboxing: entry.sandboxing === 'enabled',
    sandboxDialect: entry.sandbox_dialect ?? 'googlesql',
    bound: readBound(entry.bound ?? [], declarations, mapping, problems),
    maxConcurrency: entry.max_concurrency,
    maxBytesBilled: entry.max_bytes_billed,
    budget: entry.budget === undefined ? undefined : parseBudget(entry.budget),
    timeoutSeconds,
    asyncTimeoutSeconds: entry.async_timeout,
    agents: readAgents(
      mapping,
      { name, columns: declaredColumns, page: paging?.page, isSandboxed: entry.sandboxing === 'enabled' },
      problems,
    ),
    definitionHash: definitionHash(definition),
    source,
  });
  const cases = tests?.kind === 'list' && areSound ? readTests(tests, undefined, declarations, problems) : [];
  return { endpoint, tests: cases };
}

function values({ entries }: YamlMapping): Partial<Record<keyof EndpointFile, YamlValue>> {
  const keys = ['parameters', 'columns', 'warm', 'query', 'tests'] as const;
  return Object.fromEntries(keys.map((key) => [key, entries.get(key)?.value]));
}

function namesOf(
  { id, name }: Partial<EndpointFile>,
  { entries }: YamlMapping,
  problems: Problems,
): readonly EndpointName[] {
  const find = (key: EndpointName['key'], value: string | undefined): readonly EndpointName[] => {
    const place = entries.get(key)?.value.place;
    return value === undefined || !place ? [] : [{ key, value, where: problems.place(place) }];
  };
  return [...find('id', id), ...find('name', name)];
}

/** Hashes everything that an answer depends on. Descriptions, caching and timeouts are left out: changing them must not throw good results away. */
function definitionHash({
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
    // Keys at their default have no part in the hash, so that files without them keep theirs.
    maxBytes: maxBytes === DEFAULT_MAX_BYTES ? undefined : maxBytes,
    page,
    parameters: parameters.map((parameter) => ({ ...parameter, description: undefined })),
    columns: columns?.map(({ name, type, nullable, json }) => ({
      name,
      type,
      nullable: nullable ? undefined : false,
      json,
    })),
  };
  // 128 bits: no two definitions will ever share them by chance.
  return hash('sha256', canonicalJson(definition), 'hex').slice(0, 32);
}
