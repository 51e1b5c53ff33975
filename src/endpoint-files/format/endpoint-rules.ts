import { namedParameters } from '../../googlesql/checks/named-parameters.js';
import { withClause } from '../../googlesql/checks/with-clause.js';
import { SLICE } from '../../parameters/reserved-names.js';
import type { EndpointFile } from './endpoint-file.js';
import type { Problems } from '../../diagnostics/problem.js';
import { placeAt, type YamlMapping } from '../yaml/yaml-value.js';

/** Most rows of an answer to callers' own SQL, which is held in memory twice: in the process that runs it, and here. */
const MAX_SANDBOX_ROWS = 10_000;

/** Checks what keys say against each other. A key that broke a rule of its own is missing and asks for nothing more. */
export function checkKeys(file: EndpointFile, mapping: YamlMapping, problems: Problems): void {
  const { caching, cache_warming: warming, timeout, async_timeout: later } = file;
  const refuse = conflictIn(mapping, problems);
  if (typeof caching === 'number' && warming !== undefined && warming >= caching) {
    refuse('cache_warming', `"cache_warming" must be less than "caching" (${caching} seconds)`);
  }
  // A run without a waiting client is given more time, never less.
  if (timeout !== undefined && later !== undefined && later <= timeout) {
    refuse('async_timeout', `"async_timeout" must be more than "timeout" (${timeout} seconds)`);
  }
}

/** Refuses parameters by the names that say which rows a call wants, `limit` and `offset`. */
export function checkSlices(file: EndpointFile, { entries, place }: YamlMapping, problems: Problems): void {
  const { slices, parameters } = file;
  for (const name of slices === 'enabled' ? SLICE.filter((each) => parameters?.has(each)) : []) {
    const message = `"slices" is called by "${name}", which is a parameter here; rename that, or remove "slices"`;
    problems.add('conflicting_keys', entries.get('slices')?.keyPlace ?? place, message);
  }
}

/**
 * Checks that there is a WITH: callers may read its queries and nothing else. Their SQL leaves out the final SELECT, so that a filter which keeps
 * tenants apart has to be in front of it.
 */
export function checkSandboxing(file: EndpointFile, mapping: YamlMapping, problems: Problems): void {
  const { sandboxing, query, bound = [], max_rows = 0 } = file;
  if (sandboxing !== 'enabled' || query === undefined) return;
  const refuse = conflictIn(mapping, problems);
  if (max_rows > MAX_SANDBOX_ROWS) {
    const most = `max_rows may be ${MAX_SANDBOX_ROWS} at most where callers bring SQL of their own`;
    refuse('max_rows', `${most}; write that, or sandboxing: disabled`);
  }
  const clause = withClause(query);
  if (!clause) {
    const what = 'sandboxing needs a query that begins with WITH, whose queries are all that callers may read';
    refuse('sandboxing', `${what}; write WITH <name> AS (SELECT …) SELECT …, or sandboxing: disabled`);
    return;
  }
  const used = namedParameters(clause.text).map(({ name }) => name.toLowerCase());
  for (const name of bound.filter((each) => !used.includes(each.toLowerCase()))) {
    const what = `callers of a sandboxed endpoint leave its final SELECT out, and its WITH does not use @${name}`;
    refuse('bound', `${what}; filter by it there`);
  }
}

function conflictIn(mapping: YamlMapping, problems: Problems) {
  return (key: keyof EndpointFile, message: string): void => {
    problems.add('conflicting_keys', placeAt(mapping, key), message);
  };
}
