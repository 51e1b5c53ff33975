import type { FileSchema } from '../format/file-schema.js';
import type { KeyRelation } from './key-relations.js';

/** A rule for the value of a key, said once: files are checked by it, and the JSON Schema and the documentation are made from it. */
export interface KeyRule<T> {
  /** All allowed values, as the end of "must be …", so that no second attempt fails on another rule. */
  readonly takes: string;
  /** The rule in the keywords of JSON Schema, as far as these can say it. */
  readonly clause: FileSchema;
  readonly holds: (value: unknown) => value is T;
  /** The message about a value for which it does not hold, where that is another than "must be …". */
  readonly fault?: (key: string, value: unknown) => string | undefined;
}

export interface EntryKey<T = unknown> {
  /** Purpose of the key in a sentence: editors show it at the key, and the documentation lists it. */
  readonly description: string;
  readonly rule: KeyRule<T>;
  readonly isRequired: boolean;
  /** Value of a key that is left out; undefined where it has none. */
  readonly default: T | undefined;
}

type EntryKeys = Readonly<Record<string, EntryKey>>;

/** A kind of mapping in a file: its keys, in the order in which people are told of them, and the rules between them. */
export interface Entry<K extends EntryKeys = EntryKeys> {
  /** Name of the entry's definition in the JSON Schema. */
  readonly name: string;
  readonly keys: K;
  readonly relations?: readonly KeyRelation[];
}

/** The values of an entry that has been read; those that broke a rule are missing. */
export type ValuesOf<E extends Entry> = {
  readonly [N in keyof E['keys']]?: E['keys'][N] extends EntryKey<infer T> ? T : never;
};

export function required<T>(description: string, rule: KeyRule<T>): EntryKey<T> {
  return { description, rule, isRequired: true, default: undefined };
}

/** A key that a file may leave out. */
export function optional<T>(description: string, rule: KeyRule<T>, fallback?: T): EntryKey<T> {
  return { description, rule, isRequired: false, default: fallback };
}
