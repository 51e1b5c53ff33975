/**
 * A value, or why a text is none: a predicate that says what is allowed and is read after the parameter's name, such as
 * `must be true or false, not "maybe"`.
 */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

export type Parser<T> = (text: string) => Parsed<T>;
