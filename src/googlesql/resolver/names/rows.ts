import { byName, FEW } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { OPEN_TYPE, type SqlType, withoutNull } from '../../types/types.js';
import { isOpen, OPEN } from '../open.js';
import { type RowPlace } from './name-place.js';

/** A column that can be named. */
export type Named = TypedValue & { readonly name: string };

/** A column that USING has merged. */
export type Merged = Named & {
  /** Number of columns of FROM items that it stands for; another one of the name makes the name ambiguous. */
  readonly sides: number;
  /** Column of one side that it is; undefined where it is made of both. */
  readonly same?: TypedValue | undefined;
};

/** A field of the element of an array, which needs no name of the element in front. */
export interface FieldOf extends TypedValue {
  readonly owner: TypedValue;
  readonly field: string;
}

export function isFieldOf(value: TypedValue): value is FieldOf {
  return 'owner' in value;
}

export function isMerged(value: TypedValue): value is Merged {
  return 'sides' in value;
}

/**
 * One item of a FROM clause as its names see it. UNNEST makes a variable that is a value itself; if the value is a STRUCT, its fields can
 * be named without it.
 */
export interface RangeVariable {
  readonly name: string | undefined;
  readonly columns: readonly Named[];
  readonly value?: TypedValue;
  /** Name of the offsets in an array; no other FROM item may be called so. */
  readonly offsetName?: string | undefined;
  /** Columns that cannot be named. */
  readonly unread?: readonly UnreadColumn[] | undefined;
  /** Whether its columns need its name before them, since an operator of a pipe has put others in their place. */
  readonly replaced?: boolean;
  /** Whether it has lost its columns to an operator of a pipe. */
  readonly isForgotten?: boolean;
  /** Its further columns, where it may have some that are not known here. */
  readonly open?: OpenColumns | undefined;
}

/** Columns that nothing is known of until they are named. */
export class OpenColumns {
  private readonly named = new Map<string, Named>();

  /** Returns the column of a name, each time the same. */
  of(name: string): Named {
    const key = name.toLowerCase();
    const column = this.named.get(key) ?? { name, type: OPEN_TYPE };
    this.named.set(key, column);
    return column;
  }
}

/** The further columns of an item that is this value. */
export function openFields(value: TypedValue): OpenColumns | undefined {
  return isOpen(value) ? new OpenColumns() : undefined;
}

/** A nameless item of columns that are not known. */
export function openItem(): RangeVariable {
  return { name: undefined, columns: [], open: new OpenColumns() };
}

/** Whether rows may have columns that are not known here. */
export function hasOpenColumns({ variables }: Pick<Rows, 'variables'>): boolean {
  return openItems(variables).length > 0;
}

function openItems(variables: readonly RangeVariable[]): readonly RangeVariable[] {
  return variables.filter(({ open, replaced }) => open && !replaced);
}

/** The column that a name may mean which no known one has. Where several items may have it, nothing tells whose it is. */
export function openColumn(variables: readonly RangeVariable[], name: string): Found | undefined {
  const [item, other] = openItems(variables);
  if (!item?.open) return undefined;
  return { value: other ? OPEN : item.open.of(name), place: { of: 'item', index: variables.indexOf(item) } };
}

/** A column of a type that GoogleSQL does not have; `reason` goes on after its name. */
export interface UnreadColumn {
  readonly name: string;
  readonly reason: string;
}

/** The names of rows: those of their FROM items, and the columns that USING has merged. */
export interface Rows {
  readonly variables: readonly RangeVariable[];
  readonly merged: readonly Merged[];
}

/** A value that has been found by its name. */
export interface Found {
  readonly value: TypedValue;
  readonly place: RowPlace;
}

export function isRangeVariable(found: TypedValue | RangeVariable): found is RangeVariable {
  return 'columns' in found;
}

/** The values that USING finds in FROM items by a name: columns, or the values that the items themselves are. */
export function namedColumns(variables: readonly RangeVariable[], name: string): Found[] {
  const wanted = name.toLowerCase();
  return variables.flatMap((variable, index): Found[] => {
    const { value, replaced } = variable;
    if (value && variable.name?.toLowerCase() === wanted) return [{ value, place: { of: 'item', index } }];
    return replaced ? [] : visibleColumns(variable, index, name);
  });
}

/** Each FROM item under every name that it brings. */
const owners = new WeakMap<readonly RangeVariable[], readonly { readonly name: string; readonly index: number }[]>();

/** The columns, and the fields of elements, that a name means by itself. */
export function columnsNamed(variables: readonly RangeVariable[], name: string): Found[] {
  if (variables.length <= FEW) {
    return variables.flatMap((variable, index) => (variable.replaced ? [] : visibleColumns(variable, index, name)));
  }
  const all =
    owners.get(variables) ?? variables.flatMap((owner, index) => namesIn(owner).map((each) => ({ name: each, index })));
  owners.set(variables, all);
  const indexes = new Set(byName(all, name).map(({ index }) => index));
  return [...indexes].flatMap((index) => {
    const owner = variables[index];
    return owner ? visibleColumns(owner, index, name) : [];
  });
}

/** The names that need no item's name before them. */
export function namesIn({ columns, value, replaced }: RangeVariable): readonly string[] {
  return replaced ? [] : [...columns, ...fieldsOf(value)].map((each) => each.name);
}

function visibleColumns({ columns, value }: RangeVariable, index: number, name: string): Found[] {
  const own = byName(columns, name).map((column): Found => {
    return { value: column, place: { of: 'item', index, column: columns.indexOf(column) } };
  });
  if (!value) return own;
  const fields = fieldsOf(value);
  const others = byName(fields, name).map((each): Found => {
    const field = fields.indexOf(each);
    return { value: elementField(value, field), place: { of: 'item', index, field } };
  });
  return [...own, ...others];
}

/** The fields of a STRUCT; none of any other value. */
export function fieldsOf(value: TypedValue | undefined): readonly { readonly name: string; readonly type: SqlType }[] {
  return value?.type.kind === 'STRUCT' ? value.type.fields : [];
}

/** One field of a STRUCT. */
export function fieldAt(type: SqlType, index: number): TypedValue {
  const field = type.kind === 'STRUCT' ? type.fields[index] : undefined;
  return field ? { type: withoutNull(field.type) } : OPEN;
}

/** One field of a value, which knows whose it is. */
export function elementField(value: TypedValue, index: number): TypedValue {
  const { type, parts } = value;
  const part = parts?.[index];
  if (part) return part;
  const found: FieldOf = {
    ...fieldAt(type, index),
    owner: value,
    field: type.kind === 'STRUCT' ? (type.fields[index]?.name ?? '') : '',
  };
  return found;
}
