import type { ScalarValue } from './parameter.js';

/**
 * A value, or the reason why a text is none: a predicate that says what is allowed and is read after the parameter's name, such as `must be
 * true or false, not "maybe"`.
 */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Least and greatest value that a declaration allows. Messages name the type's own bounds only for values beyond them. */
export interface Bounds {
  readonly min?: ScalarValue | undefined;
  readonly max?: ScalarValue | undefined;
}

export type Parser<T> = (text: string, bounds: Bounds) => Parsed<T>;

/** The form that a text has to have, and a predicate that says so. The form goes without flags, so that a JSON Schema can have it. */
export interface TextForm {
  readonly form: RegExp;
  readonly rule: string;
}
