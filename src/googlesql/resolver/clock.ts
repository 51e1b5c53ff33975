import { type TypedValue } from '../types/coercion.js';
import { DATE, DATETIME, TIME, TIMESTAMP } from '../types/types.js';

/** Functions of the clock by name: parentheses may be left out. */
const CLOCKS: ReadonlyMap<string, TypedValue> = new Map(
  [TIMESTAMP, DATE, DATETIME, TIME].map((type) => [`CURRENT_${type.kind}`, { type }]),
);

/** The time by a name without parentheses; undefined for any other name. */
export function clockValue(name: string): TypedValue | undefined {
  return CLOCKS.get(name.toUpperCase());
}
