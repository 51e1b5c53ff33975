import { namedParameters } from '../../googlesql/checks/named-parameters.js';
import { withClause } from '../../googlesql/checks/with-clause.js';
import type { EndpointFile } from './endpoint-file.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping } from '../yaml/yaml-value.js';

/** A result is made anew before it expires. A key that broke a rule of its own is missing and asks for nothing more. */
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

/**
 * What callers may read are the queries of a WITH; without one, SQL of theirs could read nothing. What stands in the final
 * SELECT they leave out, so that a filter which keeps tenants apart has to be in front of it.
 */
export function checkSandboxing(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { sandboxing, query, bound = [] } = file;
  if (sandboxing !== 'enabled' || query === undefined) return;
  const place = (key: 'sandboxing' | 'bound') => mapping.entries.get(key)?.value.place ?? mapping.place;
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
