import { quote } from '../../errors/excerpt.js';
import { ColumnEntry } from './column-entry.js';
import { holdsNumbers } from '../../engines/number-format.js';
import type { ColumnDeclaration } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlList, YamlMapping } from '../yaml/yaml-value.js';

export function readColumns(list: YamlList, problems: Problems): readonly ColumnDeclaration[] {
  const columns: ColumnDeclaration[] = [];
  for (const item of list.items) {
    if (item.kind !== 'mapping') continue;
    const { name, type, nullable = true, description, json } = readEntry(ColumnEntry, item, problems);
    if (name === undefined || type === undefined) continue;
    if (columns.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      // GoogleSQL compares names without regard to case.
      const place = item.entries.get('name')?.value.place ?? item.place;
      problems.add('duplicate', place, `there is a column ${quote(name)} already; rename one of the two`);
    }
    if (json !== undefined) checkNumbers(type, item, problems);
    columns.push(Object.freeze({ name, type, nullable, description, json }));
  }
  return Object.freeze(columns);
}

/** Refuses a format of numbers for a type that holds none: nothing would keep that promise. */
function checkNumbers(type: string, item: YamlMapping, problems: Problems): void {
  if (holdsNumbers(type)) return;
  const place = item.entries.get('json')?.value.place ?? item.place;
  const message = `"json" is for INT64, NUMERIC and BIGNUMERIC, of which there is none in ${quote(type)}; remove "json"`;
  problems.add('conflicting_keys', place, message);
}
