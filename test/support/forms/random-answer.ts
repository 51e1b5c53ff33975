import { COLUMN_SCALARS, type ColumnScalar } from '../../../src/contract/column-type.js';
import { type Column, type JsonText } from '../../../src/engines/engine.js';
import { type Chance } from '../hostile/chance.js';
import { type Edge, type Formats, scalarValue, SCALAR_EDGES } from './scalar-values.js';

/** What a reader is to find: INT64, times and NUMERIC without its point as bigint, BIGNUMERIC as text, DATE as days, BYTES in base64, STRUCT as an object. */
export type Plain = null | boolean | number | bigint | string | readonly Plain[] | { readonly [field: string]: Plain };

/** A value as an answer has it, and as a reader of any form finds it. */
export interface MadeValue {
  readonly json: JsonText;
  readonly plain: Plain;
}

export type MadeType =
  | { readonly kind: ColumnScalar }
  | { readonly kind: 'ARRAY'; readonly element: MadeType }
  | { readonly kind: 'STRUCT'; readonly fields: readonly { readonly name: string; readonly type: MadeType }[] }
  | { readonly kind: 'RANGE'; readonly element: MadeType };

export interface MadeAnswer {
  readonly types: readonly MadeType[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly JsonText[])[];
  readonly plain: readonly (readonly Plain[])[];
}

const RANGES: readonly ColumnScalar[] = ['DATE', 'DATETIME', 'TIMESTAMP'];
const FIELD_NAMES = ['a', 'b', 'key', 'list', 'element', 'item', 'constructor', 'é ö', 'with.dot', 'length', '1'];

/** An answer with a column of every type and others that are nested; the same one for the same seed. */
export function randomAnswer(chance: Chance, rows: number, formats: Formats): MadeAnswer {
  const nested = Array.from({ length: 4 }, () => randomType(chance, 4));
  const types = [...COLUMN_SCALARS.map((kind): MadeType => ({ kind })), ...nested];
  const columns = types.map((type, index) => ({ name: `c${index}`, type: typeText(type) }));
  const made = Array.from({ length: rows }, () => types.map((type) => randomValue(chance, type, formats)));
  return {
    types,
    columns,
    rows: made.map((row) => row.map(({ json }) => json)),
    plain: made.map((row) => row.map(({ plain }) => plain)),
  };
}

function randomType(chance: Chance, depth: number): MadeType {
  if (depth === 0 || chance.oneIn(6)) return { kind: chance.pick(COLUMN_SCALARS) };
  if (chance.oneIn(8)) return { kind: 'RANGE', element: { kind: chance.pick(RANGES) } };
  if (chance.oneIn(2)) {
    const element = randomType(chance, depth - 1);
    // There are no arrays of arrays.
    return element.kind === 'ARRAY' ? element : { kind: 'ARRAY', element };
  }
  const names = chance.shuffled(FIELD_NAMES).slice(0, 1 + chance.below(3));
  return { kind: 'STRUCT', fields: names.map((name) => ({ name, type: randomType(chance, depth - 1) })) };
}

export function typeText(type: MadeType): string {
  switch (type.kind) {
    case 'ARRAY':
    case 'RANGE':
      return `${type.kind}<${typeText(type.element)}>`;
    case 'STRUCT':
      return `STRUCT<${type.fields.map(({ name, type: own }) => `${name} ${typeText(own)}`).join(', ')}>`;
    default:
      return type.kind;
  }
}

function randomValue(chance: Chance, type: MadeType, formats: Formats): MadeValue {
  // An array is never NULL in an answer, nor is one of its elements.
  if (type.kind !== 'ARRAY' && chance.oneIn(5)) return { json: 'null', plain: null };
  return presentValue(chance, type, formats);
}

function presentValue(chance: Chance, type: MadeType, formats: Formats): MadeValue {
  switch (type.kind) {
    case 'ARRAY': {
      const length = chance.oneIn(3) ? 0 : chance.below(4);
      const items = Array.from({ length }, () => presentValue(chance, type.element, formats));
      return { json: `[${items.map(({ json }) => json).join(',')}]`, plain: items.map(({ plain }) => plain) };
    }
    case 'STRUCT':
      return structValue(type.fields.map(({ name, type: own }) => [name, randomValue(chance, own, formats)]));
    case 'RANGE':
      return structValue(['start', 'end'].map((name) => [name, randomValue(chance, type.element, formats)]));
    default: {
      const { kind } = type;
      return scalarValue(kind, chance.oneIn(2) ? chance.pick<Edge>(SCALAR_EDGES[kind]) : undefined, chance, formats);
    }
  }
}

function structValue(members: readonly (readonly [string, MadeValue])[]): MadeValue {
  return {
    json: `{${members.map(([name, { json }]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
    plain: Object.fromEntries(members.map(([name, { plain }]) => [name, plain])),
  };
}
