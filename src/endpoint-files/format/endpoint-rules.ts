import { namedParameters } from '../../googlesql/checks/named-parameters.js';
import { withClause } from '../../googlesql/checks/with-clause.js';
import type { EndpointFile } from './endpoint-file.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping } from '../yaml/yaml-value.js';

/** The rules that hold between keys. A key that broke a rule of its own is missing and asks for nothing more. */
export function checkCaching(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { caching, cache_warming: warming } = file;
  if (caching === 'disabled') {
    for (const key of ['cache_warming', 'stale_if_error', 'warm']) {
      const written = mapping.entries.get(key);
      if (written)
        problems.add(
          'conflicting_keys',
          written.keyPlace,
          `"${key}" needs caching; write caching: <seconds>, or remove it`,
        );
    }
  } else if (caching !== undefined && warming !== undefined && warming >= caching) {
    const written = mapping.entries.get('cache_warming');
    problems.add(
      'conflicting_keys',
      written?.value.place ?? mapping.place,
      `"cache_warming" must be less than "caching" (${caching} seconds)`,
    );
  }
}

/**
 * What callers may read are the queries of a WITH; without one, SQL of theirs could read nothing. What stands in the final
 * SELECT they leave out, so that a filter which keeps tenants apart has to be in front of it.
 */
export function checkSandboxing(file: Partial<EndpointFile>, mapping: YamlMapping, problems: Problems): void {
  const { sandboxing, query, bound = [] } = file;
  const dialect = mapping.entries.get('sandbox_dialect');
  if (sandboxing === 'disabled' && dialect) {
    const message = '"sandbox_dialect" needs sandboxing; write sandboxing: enabled, or remove it';
    problems.add('conflicting_keys', dialect.keyPlace, message);
  }
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
