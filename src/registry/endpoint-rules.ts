import type { EndpointFile } from './endpoint-file.js';
import type { Problems } from './problem.js';
import type { YamlMapping } from './yaml-value.js';

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
