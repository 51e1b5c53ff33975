import type { ParameterBinding } from './parameter.js';

/**
 * The same text for the same values, however a URL spells and orders them, and another text for any other values. It is
 * JSON: a bigint is `{"bigint":"5"}`, which no other value is written as, and -0 is 0.
 */
export function canonicalKey(values: readonly ParameterBinding[]): string {
  return canonicalJson(values.map(({ declaration, value }) => [declaration.name, value]));
}

/** JSON that can hold a bigint. Deterministic as long as objects are built in one order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? { bigint: each.toString() } : each));
}
