import { type ParameterBinding, SCALAR_TYPES, type ScalarValue } from './parameter.js';
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
