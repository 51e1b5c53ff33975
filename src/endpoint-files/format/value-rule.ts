import type { Problems } from '../../diagnostics/problem.js';
import type { FileSchema } from './file-schema.js';
import type { YamlMapping, YamlValue } from '../yaml/yaml-value.js';

/** A rule for a value as a file writes it, said once: the reader takes values by it, and the JSON Schema has its clause. */
export interface ValueRule<T> {
  /** The rule in the keywords of JSON Schema, as far as these can say it. */
  readonly clause: FileSchema;
  /** Returns the value; undefined where it breaks the rule, which is reported where it stands, about `subject`. */
  read(value: YamlValue, subject: string, problems: Problems): T | undefined;
}

/** A list whose every item keeps a rule; `predicate` is the message for a value that is no list. */
export function listOf<T>(rule: ValueRule<T>, predicate: string): ValueRule<readonly T[]> {
  return {
    clause: { type: 'array', items: rule.clause },
    read(list, subject, problems) {
      if (list.kind === 'list') {
        return Object.freeze(list.items.flatMap((item) => rule.read(item, `an item of ${subject}`, problems) ?? []));
      }
      problems.add('invalid_value', list.place, `${subject} ${predicate}`);
      return undefined;
    },
  };
}

/** Reads a mapping whose every value keeps a rule; those that break it are left out. */
export function readEach<T>(
  rule: ValueRule<T>,
  { entries }: YamlMapping,
  subject: (key: string) => string,
  problems: Problems,
): Map<string, T> {
  const values = new Map<string, T>();
  for (const [key, { value }] of entries) {
    const read = rule.read(value, subject(key), problems);
    if (read !== undefined) values.set(key, read);
  }
  return values;
}
