import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import type { Problems } from '../../diagnostics/problem.js';
import type { Entry, KeyRule, ValuesOf } from './entry-keys.js';
import { checkRelations } from './key-relations.js';
import { type YamlMapping, plain } from './yaml-value.js';

/**
 * Reads a mapping as an entry. A key that breaks its rule is reported and left out of the result, so that later rules, those between keys first, only
 * meet values of the right shape. A default fills in for a key that is not written at all.
 */
export function readEntry<E extends Entry>(entry: E, mapping: YamlMapping, problems: Problems): ValuesOf<E> {
  const keys = Object.entries(entry.keys);
  const values = new Map(keys.map(([name, key]) => [name, key.default]));
  for (const [name, { keyPlace, value }] of mapping.entries) {
    const held = values.has(name) ? plain(value) : undefined;
    if (held === null) {
      // Rows may hold NULL, the keys above them may not.
      problems.add('invalid_value', keyPlace, `${quote(name)} has no value; write one, or leave the key out`);
    } else if (values.has(name)) {
      values.set(name, held);
    } else {
      const known = [...values.keys()];
      const remedy = didYouMean(name, known) || ` The keys are ${known.join(', ')}.`;
      problems.add('unknown_key', keyPlace, `unknown key ${quote(name)}.${remedy}`);
    }
  }
  for (const [name, { rule, isRequired }] of keys) {
    const value = values.get(name);
    if (value === undefined ? !isRequired : rule.holds(value)) continue;
    problems.add('invalid_value', mapping.entries.get(name)?.value.place ?? mapping.place, faultOf(name, rule, value));
    values.delete(name);
  }
  const read = Object.fromEntries(values) as ValuesOf<E>;
  checkRelations(entry.relations ?? [], read, mapping, problems);
  return read;
}

function faultOf(name: string, rule: KeyRule<unknown>, value: unknown): string {
  const { takes, clause } = rule;
  if (value === undefined) return `"${name}" is missing; it must be ${takes}`;
  const message = rule.fault?.(name, value) ?? `"${name}" must be ${takes}${quotesRemedy(takes, value)}`;
  const words = (clause.enum ?? []).filter((word) => typeof word === 'string');
  const remedy = typeof value === 'string' ? didYouMean(value, words) : '';
  return message + (remedy && `.${remedy}`);
}

/** A remedy for YAML's most common slip: quotes decide between text and number, and the value does not show them. */
function quotesRemedy(takes: string, value: unknown): string {
  const isNumberRule = /number|seconds/.test(takes);
  if (typeof value === 'string' && isNumberRule && /^\d+$/.test(value)) return '; remove the quotes';
  if (typeof value === 'string' && takes.includes('true or false') && /^(?:true|false)$/i.test(value)) {
    return '; remove the quotes';
  }
  const isScalar = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isScalar && takes.includes('text') ? '; put it in quotes' : '';
}
