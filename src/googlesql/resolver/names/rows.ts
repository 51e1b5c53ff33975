import { byName, FEW } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { type SqlType } from '../../types/types.js';

/** A column that can be named, with its value as an engine or a check has it. */
export type Named<V> = V & { readonly name: string };

/** A column that USING has merged. */
export type Merged<V> = Named<V> & {
  /** Number of columns of FROM items that it stands for; another one of the name makes the name ambiguous. */
  readonly sides: number;
  /** Column of one side that it is; undefined where it is made of both. */
  readonly same?: V | undefined;
};

/** A field of the element of an array, which needs no name of the element in front. */
export interface FieldOf extends TypedValue {
  readonly owner: TypedValue;
  readonly field: string;
}

export function isFieldOf(value: TypedValue): value is FieldOf {
  return 'owner' in value;
}

export function isMerged(value: TypedValue): value is Merged<TypedValue> {
  return 'sides' in value;
}

/**
 * One item of a FROM clause as its names see it. UNNEST makes a variable that is a value itself; if the value is a STRUCT, its fields can
 * be named without it.
 */
export interface RangeVariable<V extends TypedValue = TypedValue> {
  readonly name: string | undefined;
  readonly columns: readonly Named<V>[];
  readonly value?: V;
  /** Name of the offsets in an array; no other FROM item may be called so. */
  readonly offsetName?: string | undefined;
  /** Columns that cannot be named. */
  readonly unread?: readonly UnreadColumn[] | undefined;
  /** Whether its columns need its name before them, since an operator of a pipe has put others in their place. */
  readonly replaced?: boolean;
  /** Whether it has lost its columns to an operator of a pipe. */
  readonly isForgotten?: boolean;
}

/** A column of a type that GoogleSQL does not have; `reason` goes on after its name. */
export interface UnreadColumn {
  readonly name: string;
  readonly reason: string;
}

/** The names of rows: those of their FROM items, and the columns that USING has merged. */
export interface Rows<V extends TypedValue = TypedValue> {
  readonly variables: readonly RangeVariable<V>[];
  readonly merged: readonly Merged<V>[];
}

/** Reads a field of a STRUCT by its position. */
export type FieldAt<V extends TypedValue> = (value: V, index: number) => V;

export function isRangeVariable<V extends TypedValue>(found: V | RangeVariable<V>): found is RangeVariable<V> {
  return 'columns' in found;
}

/** Whether a FROM item is unknown itself: every name could be a column of it. */
export function isUnknownItem({ columns, value, isForgotten = false }: RangeVariable): boolean {
  return columns.length === 0 && value === undefined && !isForgotten;
}

/** The values that USING finds in a FROM item by a lower-case name: a column, or the value that the item itself is. */
export function namedColumns<V extends TypedValue>(variable: RangeVariable<V>, name: string, fieldAt: FieldAt<V>): V[] {
  const { value, replaced } = variable;
  if (value && variable.name?.toLowerCase() === name) return [value];
  return replaced ? [] : visibleColumns(variable, name, fieldAt);
}

/** Each FROM item under every name that it brings. */
const owners = new WeakMap<readonly RangeVariable[], readonly { readonly name: string; readonly index: number }[]>();

/** The columns, and the fields of elements, that a name means by itself. */
export function columnsNamed<V extends TypedValue>(
  variables: readonly RangeVariable<V>[],
  name: string,
  fieldAt: FieldAt<V>,
): V[] {
  if (variables.length <= FEW) {
    return variables.flatMap((variable) => (variable.replaced ? [] : visibleColumns(variable, name, fieldAt)));
  }
  const all =
    owners.get(variables) ?? variables.flatMap((owner, index) => namesIn(owner).map((each) => ({ name: each, index })));
  owners.set(variables, all);
  const indexes = new Set(byName(all, name).map(({ index }) => index));
  return [...indexes].flatMap((index) => {
    const owner = variables[index];
    return owner ? visibleColumns(owner, name, fieldAt) : [];
  });
}

/** The names that need no item's name before them. */
export function namesIn({ columns, value, replaced }: RangeVariable): readonly string[] {
  return replaced ? [] : [...columns, ...fieldsOf(value)].map((each) => each.name);
}

function visibleColumns<V extends TypedValue>(
  { columns, value }: RangeVariable<V>,
  name: string,
  fieldAt: FieldAt<V>,
): V[] {
  const fields = fieldsOf(value);
  return [
    ...byName(columns, name),
    ...byName(fields, name).flatMap((field) => (value ? fieldAt(value, fields.indexOf(field)) : [])),
  ];
}

/** The fields of a STRUCT; none of any other value. */
export function fieldsOf(value: TypedValue | undefined): readonly { readonly name: string; readonly type: SqlType }[] {
  return value?.type.kind === 'STRUCT' ? value.type.fields : [];
}
