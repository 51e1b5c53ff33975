import { readTime } from './time-literal.js';
import { isNullable, isNumeric, isTime, OPEN_TYPE, sameForm, sameType, type SqlType, withoutNull } from './types.js';

/** The facts about an expression that decide which types it can take. */
export interface TypedValue {
  readonly type: SqlType;
  /** Value of a literal. GoogleSQL lets literals take types that an expression of their own type may not. */
  readonly literal?: string | bigint | number | null;
  /** Whether it is a parameter: in place of a date or a time, one of STRING is read as that, as a literal would be. */
  readonly isParameter?: boolean;
  /** FLOAT64 literal as it is written: as a NUMERIC it is just that, not the double next to it. */
  readonly digits?: string;
  /** Parts of a STRUCT that is made on the spot, or of an array of literals: it takes other types where its parts do. */
  readonly parts?: readonly TypedValue[];
}

const NUMERIC_RANK = ['INT64', 'NUMERIC', 'FLOAT64'];

/**
 * Whether GoogleSQL makes an expression one of another type by itself. (Conversion rules, "Coercion": numbers widen; a DATE is a DATETIME; a
 * string literal may stand for a date or time, a FLOAT64 literal for a NUMERIC; NULL may be anything.)
 */
export function isCoercible(value: TypedValue, to: SqlType): boolean {
  const { type, literal } = value;
  if (type.kind === 'NULL' || type.kind === 'ERROR' || to === OPEN_TYPE) return true;
  if (sameType(type, to) && sameForm(type, to)) return true;
  if (isNumeric(type) && isNumeric(to)) {
    const isWritten = value.digits !== undefined && to.kind === 'NUMERIC';
    return isWritten || NUMERIC_RANK.indexOf(to.kind) > NUMERIC_RANK.indexOf(type.kind);
  }
  if (type.kind === 'STRING' && typeof literal === 'string') return readTime(literal, to) !== undefined;
  if (isTextParameter(value)) return isTime(to);
  if (type.kind === 'DATE') return to.kind === 'DATETIME';
  if (type.kind === 'STRUCT') return to.kind === 'STRUCT' && areFieldsCoercible(value, to.fields);
  return type.kind === 'ARRAY' && to.kind === 'ARRAY' && areElementsCoercible(value, type.element, to.element);
}

/** Field by field in their order, whatever their names. */
function areFieldsCoercible(value: TypedValue, to: readonly { readonly type: SqlType }[]): boolean {
  const fields = fieldValues(value);
  return fields.length === to.length && fields.every((field, index) => isFieldCoercible(field, to[index]?.type));
}

function isFieldCoercible(field: TypedValue, to: SqlType | undefined): boolean {
  return to !== undefined && (!isNullable(to) || isNullable(field.type)) && isCoercible(field, to);
}

/** Literals as they are; others where nothing but names in the elements differs. */
function areElementsCoercible(value: TypedValue, from: SqlType, to: SqlType): boolean {
  if (from.kind === 'NULL') return true;
  if (value.parts && isConstant(value)) return value.parts.every((part) => isCoercible(part, to));
  return isEquivalent(from, to) && isCoercible({ type: withoutNull(from) }, to);
}

/** The fields of a STRUCT: its parts, if it is made on the spot. */
export function fieldValues({ type, parts }: TypedValue): readonly TypedValue[] {
  return parts ?? (type.kind === 'STRUCT' ? type.fields.map((field) => ({ type: withoutNull(field.type) })) : []);
}

/** Whether an expression is read as a date or a time where one is wanted, although its text is known only when the query runs. */
export function isTextParameter({ type, isParameter }: TypedValue): boolean {
  return isParameter === true && type.kind === 'STRING';
}

/** Whether an expression consists of literals alone, so that it takes other types where they do. */
export function isConstant({ literal, parts }: TypedValue): boolean {
  return literal !== undefined || (parts?.every(isConstant) ?? false);
}

/** Whether two types differ in nothing but the names of fields, as far as they are known. */
export function isEquivalent(left: SqlType, right: SqlType): boolean {
  if (left === OPEN_TYPE || right === OPEN_TYPE) return true;
  if (left.kind === 'ARRAY') return right.kind === 'ARRAY' && isEquivalent(left.element, right.element);
  if (left.kind !== 'STRUCT' || right.kind !== 'STRUCT') return left.kind === right.kind;
  return (
    left.fields.length === right.fields.length &&
    left.fields.every(({ type }, index) => isEquivalent(type, right.fields[index]?.type ?? type))
  );
}
