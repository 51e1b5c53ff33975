import { coerce, type Expression } from '../expression.js';
import { DATETIME, type TimeKind, TIMESTAMP, type TimeType } from '../../../../googlesql/types/types.js';

/** Further types that a function of a type takes: it then works like the function of that type. */
const FOLLOWED: Partial<Record<TimeKind, readonly TimeType[]>> = {
  DATE: [DATETIME, TIMESTAMP],
  DATETIME: [TIMESTAMP],
  TIMESTAMP: [DATETIME],
};

/**
 * The type that a function works with: its own, if its arguments are of it or become it by themselves, else theirs (DATE_ADD of a TIMESTAMP
 * is TIMESTAMP_ADD); undefined where it has no such form.
 */
export function followedType(own: TimeType, values: readonly Expression[]): TimeType | undefined {
  if (values.every((value) => coerce(value, own) !== undefined)) return own;
  return FOLLOWED[own.kind]?.find((type) => values.every((value) => value.type.kind === type.kind));
}
