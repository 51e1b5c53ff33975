import { type ColumnScalar } from '../contract/column-type.js';
import { type JsonText } from '../engines/engine.js';
import { type FormField, type FormType } from './form-types.js';
import { jsonParts } from './rows-of-body.js';

/**
 * A value of an answer for libraries that write typed forms: INT64 as a bigint; NUMERIC as a bigint, without its point in front of a fixed
 * number of digits; DATE as days, TIME, DATETIME and TIMESTAMP as microseconds in a bigint; a value that is text in any form as a string;
 * STRUCT as an object.
 */
export type TypedValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly TypedValue[]
  | { readonly [field: string]: TypedValue };

type Reader = (text: JsonText) => TypedValue;

export const NUMERIC_SCALE = 9;

/** Characters of the batch of typed columns: rows of a kilobyte each are many bytes as values. */
const BATCH_CHARS = 16 * 2 ** 20;

/** The values of rows column by column, in batches that end with the first row that fills them, by its number or its length. */
export function* typedColumns(
  fields: readonly FormField[],
  rows: Iterable<readonly JsonText[]>,
  batchRows: number,
): Generator<readonly TypedValue[][]> {
  const empty = () => ({ count: 0, chars: 0, columns: fields.map((): TypedValue[] => []) });
  const readers = fields.map(({ type }) => typedReader(type));
  let batch = empty();
  for (const row of rows) {
    for (const [index, read] of readers.entries()) {
      const text = row[index] ?? 'null';
      batch.chars += text.length;
      batch.columns[index]?.push(read(text));
    }
    batch.count += 1;
    if (batch.chars < BATCH_CHARS && batch.count < batchRows) continue;
    yield batch.columns;
    batch = empty();
  }
  yield batch.columns;
}

/** Makes the function that reads values of a type from their JSON text in any format. */
function typedReader(type: FormType): Reader {
  const read = readerOf(type);
  return (text) => (text === 'null' ? null : read(text));
}

function readerOf(type: FormType): Reader {
  if (type.kind === 'ARRAY') {
    const element = typedReader(type.element);
    return (text) => jsonParts(text).map(element);
  }
  if (type.kind === 'STRUCT') {
    const fields = type.fields.map(({ name, type: own }) => ({ name, read: typedReader(own) }));
    return (text) => {
      // The object has no prototype, since a field may be called `__proto__`.
      const struct = Object.create(null) as Record<string, TypedValue>;
      const parts = jsonParts(text);
      for (const [index, { name, read }] of fields.entries()) struct[name] = read(parts[index] ?? 'null');
      return struct;
    };
  }
  return SCALARS[type.kind];
}

const SCALARS: Readonly<Record<ColumnScalar | 'TEXT', Reader>> = {
  STRING: stringOf,
  BYTES: (text) => Buffer.from(text.slice(1, -1), 'base64'),
  INT64: (text) => within(64, BigInt(unquoted(text))),
  FLOAT64: (text) => Number(unquoted(text)),
  NUMERIC: (text) => within(128, scaled(unquoted(text), NUMERIC_SCALE)),
  // BIGNUMERIC has more digits than readers have room for: some take a double for it, and others do not read the file at all.
  BIGNUMERIC: unquoted,
  BOOL: (text) => text === 'true',
  DATE: (text) => Number(microseconds(`${unquoted(text)}T00:00:00`) / MICROS_PER_DAY),
  TIME: (text) => microseconds(`1970-01-01T${unquoted(text)}`),
  DATETIME: (text) => microseconds(unquoted(text)),
  TIMESTAMP: (text) => {
    const value = unquoted(text);
    return value.endsWith('Z') ? microseconds(value.slice(0, -1)) : BigInt(value);
  },
  INTERVAL: stringOf,
  GEOGRAPHY: stringOf,
  JSON: (text) => text,
  TEXT: (text) => text,
};

const MICROS_PER_DAY = 86_400_000_000n;

/** Checks the size of an integer, since libraries cut off excess bits. @throws RangeError for an integer that has more bits */
function within(bits: number, value: bigint): bigint {
  if (BigInt.asIntN(bits, value) === value) return value;
  throw new RangeError(`${value} has more than ${bits} bits`);
}

function stringOf(text: JsonText): string {
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

/** The text of a value that JSON has as a number or in quotes. */
function unquoted(text: JsonText): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}

/** A decimal without its point. @throws SyntaxError, RangeError for more digits than there is room for */
function scaled(text: string, scale: number): bigint {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text + '0'.repeat(scale));
  const fraction = text.slice(point + 1);
  return BigInt(text.slice(0, point) + fraction + '0'.repeat(scale - fraction.length));
}

const TO_SECONDS = 'YYYY-MM-DDThh:mm:ss'.length;

function microseconds(text: string): bigint {
  const milliseconds = Date.parse(`${text.slice(0, TO_SECONDS)}Z`);
  const fraction = text.slice(TO_SECONDS + 1).padEnd(6, '0');
  return BigInt(milliseconds) * 1000n + BigInt(fraction);
}
