import { getMetadataStorage, validateSync } from './class-validator.js';
import { quote } from '../../errors/excerpt.js';
import { didYouMean } from '../../errors/suggestion.js';
import type { Problems } from '../../diagnostics/problem.js';
import { checkRelations } from './key-relations.js';
import { type YamlMapping, plain } from './yaml-value.js';

/** Keys by class, since they are asked for with every entry of every file. */
const known = new Map<new () => object, readonly string[]>();

/**
 * Reads a mapping as an entry of a decorated class. A key that breaks its rules is reported and left out of the result, so that later rules, those
 * between keys first, only meet values of the right shape. A default fills in for a key that is not written at all.
 */
export function readEntry<T extends object>(type: new () => T, mapping: YamlMapping, problems: Problems): Partial<T> {
  const keys = keysOf(type);
  const entry = new type();
  for (const [key, { keyPlace, value }] of mapping.entries) {
    const isKnown = keys.includes(key);
    const held = isKnown ? plain(value) : undefined;
    if (held === null) {
      // Rows may hold NULL, the keys above them may not; class-validator takes it for a key that is left out.
      problems.add('invalid_value', keyPlace, `${quote(key)} has no value; write one, or leave the key out`);
    } else if (isKnown) {
      Object.assign(entry, { [key]: held });
    } else {
      const remedy = didYouMean(key, keys) || ` The keys are ${keys.join(', ')}.`;
      problems.add('unknown_key', keyPlace, `unknown key ${quote(key)}.${remedy}`);
    }
  }
  for (const { property, constraints = {}, value } of validateSync(entry, { stopAtFirstError: true })) {
    const written = mapping.entries.get(property);
    const remedy = typeof value === 'string' ? didYouMean(value, wordsOf(type, property)) : '';
    const message = Object.values(constraints).join('; ') + (remedy && `.${remedy}`);
    problems.add('invalid_value', written?.value.place ?? mapping.place, message);
    Reflect.deleteProperty(entry, property);
  }
  checkRelations(type, entry, mapping, problems);
  return entry;
}

/** The words that a key takes, if it takes nothing else. */
function wordsOf(type: new () => object, property: string): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return rules
    .filter(({ propertyName, name }) => propertyName === property && name === 'isIn')
    .flatMap(({ constraints }) => constraints as readonly unknown[])
    .flat()
    .filter((word) => typeof word === 'string');
}

/**
 * The keys of a class, in the order of its properties. class-validator's own check for unknown keys (`whitelist`) looks
 * names up in a plain object and so takes `constructor` and `__proto__` for known ones.
 */
export function keysOf(type: new () => object): readonly string[] {
  const found = known.get(type);
  if (found) return found;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const keys = [...new Set(rules.map(({ propertyName }) => propertyName))];
  known.set(type, keys);
  return keys;
}
