import { type TypedValue } from '../types/coercion.js';
import { NULL } from '../types/types.js';

/** A value of which nothing is known, so that it fits everywhere: that of a function that only another engine has, or of an unknown name. */
export const OPEN: TypedValue = { type: { ...NULL } };

export function isOpen({ type }: TypedValue): boolean {
  return type === OPEN.type;
}
