import { tableFromIPC, Type } from 'apache-arrow';
import { type ColumnScalar } from '../../../src/contract/column-type.js';
import { type MadeType, type Plain } from './random-answer.js';
import { type ReadBack } from './read-parquet.js';

/** Properties that are read from the library's types and from its buffers, as far as each kind of type has them. */
interface ArrowType {
  readonly typeId: Type;
  readonly children: readonly { readonly name: string; readonly type: ArrowType }[];
  readonly bitWidth: number;
  readonly precision: number;
  readonly scale: number;
  readonly timezone: string | null;
  toString(): string;
}
interface ArrowData {
  readonly type: ArrowType;
  readonly length: number;
  getValid(row: number): boolean;
  readonly values: ArrayLike<number | bigint>;
  readonly valueOffsets: Int32Array;
  readonly children: readonly ArrowData[];
}

/** A stream as Arrow's own library reads it. */
export function readArrow(bytes: Uint8Array): ReadBack & { readonly batches: number } {
  const table = tableFromIPC(bytes);
  const types = table.schema.fields.map(({ type }) => type as unknown as ArrowType);
  const columns = types.map((_, index) => (table.getChildAt(index)?.data ?? []) as unknown as readonly ArrowData[]);
  const values = columns.map((batches) => batches.flatMap((data) => valuesOf(data, 0, data.length)));
  return {
    types: types.map(nameOf),
    names: table.schema.fields.map(({ name }) => name),
    rows: Array.from({ length: table.numRows }, (_, row) => values.map((column) => column[row] ?? null)),
    batches: table.batches.length,
  };
}

function valuesOf(data: ArrowData | undefined, start: number, end: number): readonly Plain[] {
  return Array.from({ length: end - start }, (_, index) => (data ? plainOf(data, start + index) : null));
}

/** A value from the buffers, since the library's own values are doubles for times. */
function plainOf(data: ArrowData, row: number): Plain {
  if (!data.getValid(row)) return null;
  const { type, values, valueOffsets, children } = data;
  switch (type.typeId) {
    case Type.List:
      return valuesOf(children[0], valueOffsets[row] ?? 0, valueOffsets[row + 1] ?? 0);
    case Type.Struct:
      return Object.fromEntries(
        type.children.map(({ name }, index) => [name, valuesOf(children[index], row, row + 1)[0] ?? null]),
      );
    case Type.Utf8:
      return bytesAt(data, row).toString('utf8');
    case Type.Binary:
      return bytesAt(data, row).toString('base64');
    case Type.Bool:
      return ((Number(values[row >> 3]) >> (row & 7)) & 1) === 1;
    case Type.Decimal:
      return decimalAt(values as Uint32Array, row, type.bitWidth / 32);
    default:
      return values[row] ?? null;
  }
}

function bytesAt({ values, valueOffsets }: ArrowData, row: number): Buffer {
  return Buffer.from((values as Uint8Array).subarray(valueOffsets[row], valueOffsets[row + 1]));
}

/** A decimal in two's complement, its lowest word first. */
function decimalAt(words: Uint32Array, row: number, width: number): bigint {
  const own = Array.from(words.subarray(row * width, (row + 1) * width));
  const value = own.reduceRight((high, word) => (high << 32n) + BigInt(word), 0n);
  return BigInt.asIntN(width * 32, value);
}

function nameOf(type: ArrowType): string {
  switch (type.typeId) {
    case Type.List:
      return `List<${type.children.map((each) => nameOf(each.type)).join('')}>`;
    case Type.Struct:
      return `Struct<${type.children.map((each) => `${each.name} ${nameOf(each.type)}`).join(', ')}>`;
    case Type.Decimal:
      return `Decimal${type.bitWidth}(${type.precision}, ${type.scale})`;
    case Type.Timestamp:
      return `${type.toString()} ${type.timezone ?? 'without zone'}`;
    default:
      return type.toString();
  }
}

const TYPES: Readonly<Record<ColumnScalar, string>> = {
  STRING: 'Utf8',
  BYTES: 'Binary',
  INT64: 'Int64',
  FLOAT64: 'Float64',
  NUMERIC: 'Decimal128(38, 9)',
  BIGNUMERIC: 'Utf8',
  BOOL: 'Bool',
  DATE: 'Date32<DAY>',
  TIME: 'Time64<MICROSECOND>',
  DATETIME: 'Timestamp<MICROSECOND> without zone',
  TIMESTAMP: 'Timestamp<MICROSECOND, UTC> UTC',
  INTERVAL: 'Utf8',
  GEOGRAPHY: 'Utf8',
  JSON: 'Utf8',
};

/** The name that Arrow's library has to give a type. */
export function arrowTypeName(type: MadeType): string {
  switch (type.kind) {
    case 'ARRAY':
      return `List<${arrowTypeName(type.element)}>`;
    case 'RANGE':
      return structName(['start', 'end'].map((name) => ({ name, type: type.element })));
    case 'STRUCT':
      return structName(type.fields);
    default:
      return TYPES[type.kind];
  }
}

function structName(fields: readonly { readonly name: string; readonly type: MadeType }[]): string {
  return `Struct<${fields.map(({ name, type }) => `${name} ${arrowTypeName(type)}`).join(', ')}>`;
}
