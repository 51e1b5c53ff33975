import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { type SqlType, typeName } from '../../types/types.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { errorAt } from '../dialect-error.js';

/** Refuses a value that GoogleSQL does not convert by itself to a type that it must have. */
export function expectType(
  value: TypedValue,
  type: SqlType,
  node: TextPosition,
  wanted = `expected ${typeName(type)}`,
): void {
  if (!isCoercible(value, type)) throw errorAt(node, `${wanted}, found ${typeName(value.type)}`);
}
