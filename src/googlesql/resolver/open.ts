import { type TypedValue } from '../types/coercion.js';

/** A value of which nothing is known: it fits everywhere, and no error is raised because of it. */
export const OPEN: TypedValue = { type: { kind: 'NULL' } };

/** Whether nothing is known of a value; that of NULL is a type like any other. */
export function isOpen({ type }: TypedValue): boolean {
  return type === OPEN.type;
}
