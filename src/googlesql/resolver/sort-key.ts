import { type TextPosition } from '../tokens/text-position.js';
import { isNested, type SqlType } from '../types/types.js';
import { errorAt } from './dialect-error.js';

/** Refuses a key of ORDER BY whose values have no order. */
export function refuseUnordered(key: TextPosition, type: SqlType): void {
  if (isNested(type)) throw errorAt(key, `cannot order by a value of type ${type.kind}`);
}
