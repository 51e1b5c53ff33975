import { parseBudget } from '../../config/budget.js';
import { readAgents } from './agents/agents-reader.js';
import { readBound, readColumns, readWarm } from './key-readers.js';
import { checkKeys, checkSandboxing, checkSlices } from './endpoint-rules.js';
import { columnPlaces } from './column-mismatch.js';
import { ENDPOINT_FILE, type EndpointFile } from './endpoint-file.js';
import { type EndpointTest } from '../endpoint-test.js';
import { type Endpoint, DEFAULT_MAX_BYTES } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import { readPage } from './pages/page-reader.js';
import { readParameters } from './parameter-reader.js';
import { type FilePlace, type Problem, type Problems } from '../../diagnostics/problem.js';
import { checkQuery } from './query-rules.js';
import { readTests } from './tests-reader.js';
import { readYaml } from '../yaml/yaml-reader.js';
import { listAt, mappingAt, type YamlMapping } from '../yaml/yaml-value.js';
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
  const { mapping, problems } = readYaml(file, bytes);
  if (!mapping) return { endpoint: undefined, tests: [], problems: problems.list, names: [] };
  const entry = readEntry(ENDPOINT_FILE, mapping, problems);
  const { endpoint, tests = [] } = buildEndpoint(file, entry, mapping, problems) ?? {};
  return {
    endpoint: problems.hasError ? undefined : endpoint,
    tests,
    problems: problems.list,
    names: (['id', 'name'] as const).flatMap((key) => {
      const [value, written] = [entry[key], mapping.entries.get(key)];
      return value === undefined || !written ? [] : [{ key, value, where: problems.place(written.value.place) }];
    }),
  };
}

function buildEndpoint(
  file: string,
  entry: EndpointFile,
  mapping: YamlMapping,
  problems: Problems,
): Pick<EndpointReading, 'endpoint' | 'tests'> | undefined {
  checkKeys(entry, mapping, problems);
  const before = problems.count;
  const written = mappingAt(mapping, 'parameters');
  const parameters = written ? readParameters(written, problems) : [];
  const areSound = problems.count === before;
  const list = listAt(mapping, 'columns');
  const columns = list && readColumns(list, problems);
  // Against declarations with errors, sound sets would be reported too.
  const sets = areSound ? listAt(mapping, 'warm') : undefined;
  const warm = sets ? readWarm(sets, parameters, problems) : [];
  const query = mapping.entries.get('query')?.value;
  const { query: sql, id = '', name = '', caching, budget } = entry;
  if (sql === undefined || query?.kind !== 'scalar') return undefined;
  const columnsEntry = mapping.entries.get('columns');
  const source = {
    file,
    query: { style: query.style, written: query.written },
    columns: columnsEntry && columnPlaces(columnsEntry),
  };
  checkQuery({ sql, source }, written, entry, problems);
  checkSandboxing(entry, mapping, problems);
  checkSlices(entry, mapping, problems);
  const pageEntry = areSound && columns ? mapping.entries.get('page') : undefined;
  const paging =
    pageEntry &&
    readPage(pageEntry, { sql, source, parameters, columns: columns ?? [], bound: entry.bound ?? [] }, problems);
  const definition = {
    sql,
    parameters,
    maxRows: paging?.size ?? entry.max_rows ?? 0,
    maxBytes: entry.max_bytes ?? 0,
    columns,
    page: paging?.page,
  };
  const sandboxing = entry.sandboxing === 'enabled';
  const endpoint = Object.freeze({
    ...definition,
    id: id.toLowerCase(),
    name,
    description: entry.description,
    slices: entry.slices === 'enabled',
    cachingSeconds: caching === 'disabled' ? undefined : caching,
    cacheWarmingSeconds: entry.cache_warming,
    staleIfErrorSeconds: entry.stale_if_error,
    ...(entry.refresh === 'on_change' && { refreshOnChange: true }),
    warm,
    sandboxing,
    sandboxDialect: entry.sandbox_dialect ?? 'googlesql',
    bound: readBound(entry.bound ?? [], parameters, mapping, problems),
    maxConcurrency: entry.max_concurrency,
    maxBytesBilled: entry.max_bytes_billed,
    budget: budget === undefined ? undefined : parseBudget(budget),
    timeoutSeconds: entry.timeout ?? 0,
    asyncTimeoutSeconds: entry.async_timeout,
    agents: readAgents(mapping, { name, columns, page: definition.page, sandboxing }, problems),
    definitionHash: definitionHash(definition),
    source,
  });
  const cases = areSound ? listAt(mapping, 'tests') : undefined;
  return { endpoint, tests: cases ? readTests(cases, undefined, parameters, problems) : [] };
}

/**
 * Hashes everything that decides what a call answers. Descriptions, caching and timeouts are left out: changing them must not throw good results
 * away.
 */
function definitionHash(
  definition: Pick<Endpoint, 'sql' | 'parameters' | 'maxRows' | 'maxBytes' | 'columns' | 'page'>,
) {
  const { sql, parameters, maxRows, maxBytes, columns, page } = definition;
  const hashed = {
    sql,
    maxRows,
    // Keys at their default have no part in the hash, so that files without them keep theirs.
    maxBytes: maxBytes === DEFAULT_MAX_BYTES ? undefined : maxBytes,
    page,
    parameters: parameters.map((parameter) => ({
      ...parameter,
      description: undefined,
      pattern: parameter.pattern?.source,
    })),
    columns: columns?.map((column) => ({
      ...column,
      nullable: column.nullable ? undefined : false,
      description: undefined,
    })),
  };
  // 128 bits: no two definitions will ever share them by chance.
  return hash('sha256', canonicalJson(hashed), 'hex').slice(0, 32);
}
