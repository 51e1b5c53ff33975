import { type TypedValue } from '../types/coercion.js';
import { OPEN_TYPE, type SqlType } from '../types/types.js';

/**
 * A value of which nothing is known, such as that of a function that BigQuery alone has. It fits everywhere, and what is made of it is open
 * too unless its type is certain all the same.
 */
export const OPEN: TypedValue = { type: OPEN_TYPE };

export function isOpen({ type }: { readonly type: SqlType }): boolean {
  return type === OPEN_TYPE;
}
