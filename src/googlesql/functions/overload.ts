import { isCoercible, type TypedValue } from '../types/coercion.js';
import { DATETIME, NUMERIC, type SqlType, type TimeKind, TIMESTAMP, type TimeType } from '../types/types.js';

/** One of the forms of a function: the types of its arguments and of its value. */
export interface Overload {
  readonly args: readonly SqlType[];
  readonly returns: SqlType;
  /** Whether there is no form for NUMERIC, which is then taken as a FLOAT64. */
  readonly widens?: boolean;
}

/** The first form that values fit; a text parameter is taken as a text first. */
export function overloadFor<T extends Overload>(overloads: readonly T[], values: readonly TypedValue[]): T | undefined {
  const texts = values.map((value) => ({ ...value, isParameter: false }));
  return overloads.find((each) => isFit(each, texts)) ?? overloads.find((each) => isFit(each, values));
}

function isFit({ args, widens = false }: Overload, values: readonly TypedValue[]): boolean {
  if (values.length !== args.length) return false;
  const hasNumeric = values.some(({ type }) => type.kind === 'NUMERIC');
  // A FLOAT64 that no NUMERIC can be makes the others FLOAT64 as well.
  const hasFloat = values.some((value) => value.type.kind === 'FLOAT64' && !isCoercible(value, NUMERIC));
  return values.every((value, index) => {
    const type = args[index];
    // Functions of FLOAT64 have other forms for NUMERIC, which return NUMERIC.
    if (type?.kind === 'FLOAT64' && value.type.kind === 'NUMERIC' && !widens && !hasFloat) return false;
    // A FLOAT64 literal alone keeps its type.
    if (type?.kind === 'NUMERIC' && value.type.kind === 'FLOAT64' && !hasNumeric) return false;
    return type !== undefined && isCoercible(value, type);
  });
}

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
export function followedType(own: TimeType, values: readonly TypedValue[]): TimeType | undefined {
  if (values.every((value) => isCoercible(value, own))) return own;
  return FOLLOWED[own.kind]?.find((type) => values.every((value) => value.type.kind === type.kind));
}
