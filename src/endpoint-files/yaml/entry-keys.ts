import { type MetadataStorage, getMetadataStorage } from './class-validator.js';
import { keysOf } from './entry-reader.js';
import type { KeyContext } from '../format/file-rules.js';

export type KeyRule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

export interface EntryKey {
  readonly name: string;
  readonly description: string;
  /** Allowed values, as the end of "must be …". */
  readonly takes: string;
  /** Value of a key that is left out; undefined where it has none. */
  readonly default: unknown;
  readonly isRequired: boolean;
  readonly rules: readonly KeyRule[];
}

/** The keys of a decorated class, in the order of its properties, with the words that stand beside their checks. */
export function entryKeys(type: new () => object): readonly EntryKey[] {
  const defaults = new Map(Object.entries(new type()));
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return keysOf(type).map((name) => {
    // Decorators run from the last to the first.
    const rules = all.filter(({ propertyName }) => propertyName === name).reverse();
    const fallback: unknown = defaults.get(name);
    return {
      name,
      description: fact('description', rules) ?? missing(type, name, '@Describes'),
      takes: fact('takes', rules) ?? missing(type, name, 'a rule with says(…), or @Takes'),
      default: fallback,
      isRequired: fallback === undefined && !rules.some(isOptional) && rules.some(isCheck),
      rules,
    };
  });
}

function fact(name: keyof KeyContext, rules: readonly KeyRule[]): string | undefined {
  return rules.map(({ context }) => (context as KeyContext | undefined)?.[name]).find((text) => text !== undefined);
}

function isOptional({ type }: KeyRule): boolean {
  return type === 'conditionalValidation';
}

function isCheck({ type }: KeyRule): boolean {
  return type === 'customValidation';
}

function missing(type: new () => object, name: string, decorator: string): never {
  throw new Error(`${type.name}.${name} needs ${decorator}`);
}
