import { isCoercible, type TypedValue } from '../types/coercion.js';
import {
  arrayOf,
  DATETIME,
  INT64,
  NUMERIC,
  OPEN_TYPE,
  scalarByName,
  type SqlType,
  type TimeKind,
  TIMESTAMP,
  type TimeType,
} from '../types/types.js';

/** One of the forms of a function: the types of its arguments and of its value. */
export interface Overload {
  readonly args: readonly SqlType[];
  readonly returns: SqlType;
}

/** `T` in a signature: the type of the argument, or of its elements, that comes first. Its identity tells it from other types. */
const ANY: SqlType = { kind: 'NULL' };
const ANY_ARRAY = arrayOf(ANY);

const READ = new Map<string, readonly Overload[]>();

/** The forms of a signature (see `FurtherTraits`), those with fewer arguments first. It is read when a query first calls a function of it. */
export function overloadsOf(signature: string): readonly Overload[] {
  const overloads = READ.get(signature) ?? signature.split(' | ').flatMap(readForms);
  READ.set(signature, overloads);
  return overloads;
}

function readForms(text: string): readonly Overload[] {
  const [args = '', returns = ''] = text.split('-> ');
  const [needed = [], ...more] = args.split('[').map((part) => (part.match(/[^\s,\]]+/g) ?? []).map(readType));
  const forms = more.reduce((all, types) => [...all, [...(all.at(-1) ?? []), ...types]], [needed]);
  return forms.map((types) => ({ args: types, returns: readType(returns) }));
}

function readType(name: string): SqlType {
  if (name === 'T') return ANY;
  if (name === 'ARRAY<T>') return ANY_ARRAY;
  const [, element] = /^ARRAY<(.+)>$/.exec(name) ?? [];
  if (element !== undefined) return arrayOf(readType(element));
  const kind = scalarByName(name);
  if (!kind) throw new TypeError(`no type in a signature: ${name}`);
  return { kind };
}

/** A form that values fit, with their type for the one that may be any. */
export function formFor({ args, returns }: Overload, values: readonly TypedValue[]): Overload {
  const place = args.findIndex((arg) => arg === ANY || arg === ANY_ARRAY);
  const { type } = values[place] ?? {};
  if (!type) return { args, returns };
  const any = args[place] === ANY ? type : (elementIn(type) ?? INT64);
  const filled = (each: SqlType) => (each === ANY ? any : each === ANY_ARRAY ? arrayOf(any) : each);
  return { args: args.map(filled), returns: filled(returns) };
}

/** The type of the elements in an ARRAY, or in an open value. */
function elementIn(type: SqlType): SqlType | undefined {
  return type.kind === 'ARRAY' ? type.element : type === OPEN_TYPE ? type : undefined;
}

/** The first form that values fit; a text parameter is taken as a text first. */
export function overloadFor(overloads: readonly Overload[], values: readonly TypedValue[]): Overload | undefined {
  const texts = values.map((value) => ({ ...value, isParameter: false }));
  // A NUMERIC is taken as a FLOAT64 where no form is for NUMERIC.
  const widens = !overloads.some(({ args }) => args.some(({ kind }) => kind === 'NUMERIC'));
  return overloads.find((each) => isFit(each, texts, widens)) ?? overloads.find((each) => isFit(each, values, widens));
}

function isFit({ args }: Overload, values: readonly TypedValue[], widens: boolean): boolean {
  if (values.length !== args.length) return false;
  const hasNumeric = values.some(({ type }) => type.kind === 'NUMERIC' || type === OPEN_TYPE);
  // A FLOAT64 that no NUMERIC can be makes the others FLOAT64 as well.
  const hasFloat = values.some((value) => value.type.kind === 'FLOAT64' && !isCoercible(value, NUMERIC));
  return values.every((value, index) => {
    const type = args[index];
    // Functions of FLOAT64 have other forms for NUMERIC, which return NUMERIC.
    if (type?.kind === 'FLOAT64' && value.type.kind === 'NUMERIC' && !widens && !hasFloat) return false;
    // A FLOAT64 literal keeps its type, unless something beside it may be a NUMERIC.
    if (type?.kind === 'NUMERIC' && value.type.kind === 'FLOAT64' && !hasNumeric) return false;
    return type !== undefined && fits(value, type);
  });
}

/** The place of the first argument that is of another type than a form takes; -1 where there is none. */
export function misfitOf({ args }: Overload, values: readonly TypedValue[]): number {
  return values.findIndex((value, index) => !fits(value, args[index] ?? value.type));
}

function fits(value: TypedValue, type: SqlType): boolean {
  if (type === ANY_ARRAY) return ['ARRAY', 'NULL'].includes(value.type.kind);
  return type === ANY || isCoercible(value, type);
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
