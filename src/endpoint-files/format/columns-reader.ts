import { quote } from '../../errors/excerpt.js';
import { ColumnEntry } from './column-entry.js';
import type { ColumnDeclaration } from '../endpoint.js';
import { readEntry } from '../yaml/entry-reader.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlList } from '../yaml/yaml-value.js';

/** Reads `columns`, in the order of the file. */
export function readColumns(list: YamlList, problems: Problems): readonly ColumnDeclaration[] {
  const columns: ColumnDeclaration[] = [];
  for (const item of list.items) {
    if (item.kind !== 'mapping') continue;
    const { name, type, nullable = true, description } = readEntry(ColumnEntry, item, problems);
    if (name === undefined || type === undefined) continue;
    if (columns.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      // GoogleSQL compares names without regard to case.
      const place = item.entries.get('name')?.value.place ?? item.place;
      problems.add('duplicate', place, `there is a column ${quote(name)} already; rename one of the two`);
    }
    columns.push(Object.freeze({ name, type, nullable, description }));
  }
  return Object.freeze(columns);
}
