import type { ParameterBinding, ParameterDeclaration, ParameterValue } from './parameter.js';

/**
 * A text that is the same for the same values of the same declarations, however a URL spells and orders them, and another for any other
 * values. It is JSON: a bigint is `{"bigint":"5"}`, which no other value is written as, and -0 is 0.
 */
export function canonicalKey(values: readonly ParameterBinding[]): string {
  return canonicalJson(values.map(({ value }) => value));
}

export function parseCanonicalKey(key: string, declarations: readonly ParameterDeclaration[]): ParameterBinding[] {
  const values = JSON.parse(key, (_, each: unknown) =>
    typeof each === 'object' && each !== null && 'bigint' in each ? BigInt(String(each.bigint)) : each,
  ) as readonly ParameterValue[];
  return declarations.map((declaration, index) => ({ declaration, value: values[index] ?? null }));
}

/** JSON that can hold a bigint. Deterministic as long as objects are built in one order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? { bigint: each.toString() } : each));
}
