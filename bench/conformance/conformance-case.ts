/** One query of a conformance suite, and what it is to answer with. */
export interface ConformanceCase {
  /** What it is a case of: the file of the suite, without its folder and extension. */
  readonly area: string;
  readonly name: string;
  readonly sql: string;
  /** Features of GoogleSQL by the names that the suite has for them, such as `ARRAY_EQUALITY`. */
  readonly features: readonly string[];
  readonly expected: Expected;
}

/** An error of any kind; or rows, which are read when the types of the columns are known. */
export type Expected = 'error' | { readonly isOrdered: boolean; rows(types: readonly ValueType[]): readonly Row[] };

export type Row = readonly ExpectedValue[];

/** `undefined` is NULL; a list is an ARRAY or a STRUCT, in the order of its parts. */
export type ExpectedValue =
  undefined | { readonly text: string } | { readonly items: readonly ExpectedValue[]; readonly isOrdered: boolean };

/** A GoogleSQL type, as far as values are compared by it. */
export type ValueType =
  | { readonly kind: 'ARRAY'; readonly element: ValueType }
  | { readonly kind: 'STRUCT'; readonly fields: readonly ValueType[] }
  | { readonly kind: string };

/** Reads a type as the engine names it, such as `ARRAY<STRUCT<a INT64, b STRING>>`. */
export function valueType(name: string): ValueType {
  const array = /^ARRAY<(.*)>$/s.exec(name)?.[1];
  if (array !== undefined) return { kind: 'ARRAY', element: valueType(array) };
  const struct = /^STRUCT<(.*)>$/s.exec(name)?.[1];
  if (struct === undefined) return { kind: name };
  return { kind: 'STRUCT', fields: splitTopLevel(struct).map((field) => valueType(field.replace(/^\S+ /, ''))) };
}

function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
