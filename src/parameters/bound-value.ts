import {
  type ParameterBinding,
  SCALAR_TYPES,
  type ScalarValue,
  type ParameterDeclaration,
  type ParameterValue,
} from './parameter.js';
import { formatScalar } from './scalar.js';

/** The GoogleSQL type that a parameter is bound with. */
export function boundType({ declaration: { type, array } }: ParameterBinding): string {
  return array ? `ARRAY<${SCALAR_TYPES[type]}>` : SCALAR_TYPES[type];
}

/** A value as JSON has it: an instant as text, an integer as text where a number would not hold all of its digits. */
export function boundValue({ declaration: { type }, value }: ParameterBinding): unknown {
  const plain = (each: ScalarValue): unknown => {
    if (typeof each !== 'bigint') return each;
    return type === 'integer' && Number.isSafeInteger(Number(each)) ? Number(each) : formatScalar(type, each);
  };
  if (value === null) return null;
  return typeof value === 'object' ? value.map(plain) : plain(value);
}

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
