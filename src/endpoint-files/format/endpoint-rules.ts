import { namedParameters } from '../../googlesql/checks/named-parameters.js';
import { withClause } from '../../googlesql/checks/with-clause.js';
import { SLICE } from '../../parameters/slice-names.js';
import type { EndpointFile } from './endpoint-file.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping } from '../yaml/yaml-value.js';

/** Most rows of an answer to callers' own SQL, which is held in memory twice: in the process that runs it, and here. */
const MAX_SANDBOX_ROWS = 10_000;

/** Checks that a result is made anew before it expires. A key that broke a rule of its own is missing and asks for nothing more. */
export function checkCaching(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { caching, cache_warming: warming } = file;
  if (typeof caching !== 'number' || warming === undefined || warming < caching) return;
  const written = mapping.entries.get('cache_warming');
  problems.add(
    'conflicting_keys',
    written?.value.place ?? mapping.place,
    `"cache_warming" must be less than "caching" (${caching} seconds)`,
  );
}

/** Refuses parameters by the names that say which rows a call wants, `limit` and `offset`. */
export function checkSlices(
  { slices, parameters }: Partial<EndpointFile>,
  mapping: YamlMapping,
  problems: Problems,
): void {
  const taken = slices === 'enabled' ? SLICE.filter((name) => parameters?.has(name)) : [];
  for (const name of taken) {
    const place = mapping.entries.get('slices')?.keyPlace ?? mapping.place;
    problems.add(
      'conflicting_keys',
      place,
      `"slices" is called by "${name}", which is a parameter here; rename that, or remove "slices"`,
    );
  }
}

/** Checks that a run without a waiting client is given more time, never less. */
export function checkTimeouts(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { timeout, async_timeout: later } = file;
  if (timeout === undefined || later === undefined || later > timeout) return;
  const written = mapping.entries.get('async_timeout');
  problems.add(
    'conflicting_keys',
    written?.value.place ?? mapping.place,
    `"async_timeout" must be more than "timeout" (${timeout} seconds)`,
  );
}

/**
 * Checks that there is a WITH: callers may read its queries and nothing else. Their SQL leaves out the final SELECT, so that a filter which keeps
 * tenants apart has to be in front of it.
 */
export function checkSandboxing(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { sandboxing, query, bound = [], max_rows = 0 } = file;
  if (sandboxing !== 'enabled' || query === undefined) return;
  const place = (key: 'sandboxing' | 'bound' | 'max_rows') => mapping.entries.get(key)?.value.place ?? mapping.place;
  if (max_rows > MAX_SANDBOX_ROWS) {
    problems.add(
      'conflicting_keys',
      place('max_rows'),
      `max_rows may be ${MAX_SANDBOX_ROWS} at most where callers bring SQL of their own; ` +
        'write that, or sandboxing: disabled',
    );
  }
  const clause = withClause(query);
  if (!clause) {
    problems.add(
      'conflicting_keys',
      place('sandboxing'),
      'sandboxing needs a query that begins with WITH, whose queries are all that callers may read; ' +
        'write WITH <name> AS (SELECT …) SELECT …, or sandboxing: disabled',
    );
    return;
  }
  const used = namedParameters(clause.text).map(({ name }) => name.toLowerCase());
  for (const name of bound) {
    if (used.includes(name.toLowerCase())) continue;
    problems.add(
      'conflicting_keys',
      place('bound'),
      `callers of a sandboxed endpoint leave its final SELECT out, and its WITH does not use @${name}; filter by it there`,
    );
  }
}
