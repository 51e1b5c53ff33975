import { type TextPosition } from '../../tokens/text-position.js';
import { fieldValues, type TypedValue } from '../../types/coercion.js';
import { commonType } from '../../types/supertype.js';
import { type SqlType, typeName, typeNames } from '../../types/types.js';
import { errorAt } from '../dialect-error.js';
import { sharedType } from '../common-type.js';

/** Whether values are equal by their fields, or by rules of their own, such as that NaN equals nothing. */
export function isUnlike({ kind }: SqlType): boolean {
  return kind === 'FLOAT64' || kind === 'STRUCT';
}

/** Refuses values that have no type in common, and two that cannot be compared, STRUCTs field by field in their order. */
export function expectEquatable(values: readonly TypedValue[], node: TextPosition): void {
  comparedType(values, node);
  const [left, right, third] = values;
  if (left && right && !third) expectEquatableParts(left, right, node);
}

/** The type that values to be compared have in common. */
export function comparedType(values: readonly TypedValue[], node: TextPosition): SqlType {
  const type = commonType(values);
  if (type) return type;
  throw errorAt(node, `values of the same types are compared, STRUCTs field by field; found ${typeNames(values)}`);
}

function expectEquatableParts(left: TypedValue, right: TypedValue, node: TextPosition): void {
  const sides = [left, right];
  const nested = sides.find(({ type }) => type.kind === 'ARRAY' || type.kind === 'JSON');
  if (nested) throw errorAt(node, `a value of type ${typeName(nested.type)} cannot be compared`);
  if (!sides.some(({ type }) => type.kind === 'STRUCT')) {
    sharedType(sides, node, 'the two sides of a comparison');
    return;
  }
  if (sides.some(({ type }) => type.kind === 'NULL')) return;
  const others = fieldValues(right);
  for (const [index, field] of fieldValues(left).entries()) expectEquatableParts(field, others[index] ?? field, node);
}
