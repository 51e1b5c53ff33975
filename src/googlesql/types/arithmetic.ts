import { isCoercible, isTextParameter, type TypedValue } from './coercion.js';
import { commonType } from './supertype.js';
import { DATE, FLOAT64, isNumeric, type SqlType } from './types.js';

/** The type of `+`, `-`, `*` or `/` between numbers; undefined for other values. INT64 is divided by INT64 as FLOAT64. */
export function arithmeticType(operator: string, operands: readonly TypedValue[]): SqlType | undefined {
  const type = commonType(operands);
  if (!type || !isNumeric(type)) return undefined;
  return operator === '/' && type.kind === 'INT64' ? FLOAT64 : type;
}

/** The date and the number of `date + n`, `n + date` and `date - n`, in days; undefined for any other operands. */
export function dayOperands<T extends TypedValue>(
  operator: string,
  [left, right]: readonly [T, T],
): { readonly date: T; readonly days: T } | undefined {
  const isBackwards = operator === '+' && left.type.kind === 'INT64';
  const [date, days] = isBackwards ? [right, left] : [left, right];
  if ((operator !== '+' && operator !== '-') || days.type.kind !== 'INT64') return undefined;
  if (date.type.kind !== 'DATE' && date.type.kind !== 'STRING') return undefined;
  // A parameter behind a number is hardly meant for a date: it is declared with another type than it has to have.
  if (isBackwards && isTextParameter(date)) return undefined;
  return isCoercible(date, DATE) ? { date, days } : undefined;
}
