import { type TextPosition } from '../tokens/text-position.js';
import { unsupportedAt } from './dialect-error.js';
import { isNullable, type SqlType, typeName } from '../types/types.js';

/**
 * Whether GROUP BY and SELECT DISTINCT put values of a type together: NULLs and NaNs within them are alike. An array that a record of a
 * table lacks is an empty one in GoogleSQL, and NULL in the record that an engine may compare.
 */
export function isGroupable(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return isGroupable(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => !isNullable(field.type) && isGroupable(field.type));
  return type.kind !== 'JSON';
}

/** The refusal of a column that PIVOT leaves as a key of its groups. */
export function ungroupableKey(operator: TextPosition, name: string | undefined, type: SqlType): Error {
  const key = `a column "${name ?? ''}" of type ${typeName(type)}`;
  return unsupportedAt(operator, `PIVOT over rows with ${key}, which it groups by,`);
}

/** The refusal of a value that cannot be put together with others. */
export function ungroupable(node: TextPosition, what: string, type: SqlType): Error {
  return unsupportedAt(
    node,
    `${what} a value of type ${typeName(type)}`,
    '; take a field of it, or TO_JSON_STRING of it',
  );
}
