import { quote } from '../../errors/excerpt.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { YamlMapping } from './yaml-value.js';

/** A condition on some keys of an entry: each holds one of these values, or is written at all. */
export type KeyCondition = Readonly<Record<string, readonly unknown[] | 'written'>>;

/** A rule between the keys of one entry: where one of the conditions holds, these keys are left out, or are written. */
export interface KeyRelation {
  readonly kind: 'excludes' | 'needs';
  readonly when: readonly KeyCondition[];
  readonly keys: readonly string[];
  /** Makes the message, with the fault and the remedy, about the keys that break the rule. */
  readonly says: (keys: string) => string;
}

type Says = KeyRelation['says'];

/** Forbids keys where one of the conditions holds. */
export function excludes(
  when: KeyCondition | readonly KeyCondition[],
  keys: readonly string[],
  says: Says,
): KeyRelation {
  return { kind: 'excludes', when: [when].flat(), keys, says };
}

/** Requires keys where the condition holds. */
export function needs(when: KeyCondition, keys: readonly string[], says: Says): KeyRelation {
  return { kind: 'needs', when: [when], keys, says };
}

/** Checks the rules between the keys of an entry, in which keys that broke a rule of their own are missing. */
export function checkRelations(
  relations: readonly KeyRelation[],
  entry: object,
  { entries, place }: YamlMapping,
  problems: Problems,
): void {
  const holds = (condition: KeyCondition) =>
    Object.entries(condition).every(([key, values]) => {
      const held: unknown = Reflect.get(entry, key);
      return values === 'written' ? entries.has(key) && held !== undefined : values.includes(held);
    });
  for (const { kind, when, keys, says } of relations) {
    const condition = when.find(holds);
    if (!condition) continue;
    const broken = keys.filter((key) => entries.has(key) === (kind === 'excludes'));
    if (kind === 'excludes') {
      for (const key of broken) problems.add('conflicting_keys', entries.get(key)?.keyPlace ?? place, says(quote(key)));
    } else if (broken.length > 0) {
      // The error points at the value of the condition's last key; where any value will do, at that key.
      const [asking = '', values] = Object.entries(condition).at(-1) ?? [];
      const at = entries.get(asking);
      const message = says(broken.map(quote).join(' and '));
      if (values === 'written') problems.add('conflicting_keys', at?.keyPlace ?? place, message);
      else problems.add('invalid_value', at?.value.place ?? place, message);
    }
  }
}
