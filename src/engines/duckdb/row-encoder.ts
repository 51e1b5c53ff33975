import { type DuckDBDataChunk, type DuckDBMaterializedResult, type DuckDBValue } from '@duckdb/node-api';
import { setImmediate } from 'node:timers/promises';
import { type JsonText } from '../engine.js';
import {
  datetimeText,
  dateText,
  encodeBytes,
  encodeFloat64,
  encodeInt64,
  encodeNumeric,
  encodeString,
  encodeTimestamp,
  timeText,
  type TimestampFormat,
} from '../json-values.js';
import { type SqlType } from './dialect/types.js';

type Encoder = (value: DuckDBValue) => JsonText;

/** Milliseconds that encoding may hold the event loop before others get a turn. */
const SLICE_MS = 4;

/** All rows of a result as JSON text, encoded in slices so that other requests are answered in between. */
export async function encodeRows(
  result: DuckDBMaterializedResult,
  types: readonly SqlType[],
  timestamps: TimestampFormat,
): Promise<JsonText[][]> {
  const encoders = types.map((type) => encoderFor(type, timestamps));
  const rows: JsonText[][] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (let index = 0; index < result.chunkCount; index += 1) {
    const chunk = result.getChunk(index);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      rows.push(encodeRow(chunk, row, encoders));
      if (performance.now() > sliceEnd) {
        await setImmediate();
        sliceEnd = performance.now() + SLICE_MS;
      }
    }
  }
  return rows;
}

function encodeRow(chunk: DuckDBDataChunk, row: number, encoders: readonly Encoder[]): JsonText[] {
  return encoders.map((encode, column) => encode(chunk.getColumnVector(column).getItem(row)));
}

/** The driver's values of each kind, as far as they are read here. */
interface Micros {
  readonly micros: bigint;
}
interface Days {
  readonly days: number;
}
interface Bytes {
  readonly bytes: Uint8Array;
}
interface Items {
  readonly items: readonly DuckDBValue[];
}
interface Entries {
  readonly entries: Readonly<Record<string, DuckDBValue>>;
}

/** Chooses the encoding once per type; the type says of which kind the driver's values are. */
function encoderFor(type: SqlType, timestamps: TimestampFormat): Encoder {
  // BigQuery has no NULL arrays in answers, only empty ones.
  if (type.kind === 'ARRAY') return arrayEncoder(encoderFor(type.element, timestamps));
  const encode = valueEncoder(type, timestamps);
  return (value) => (value === null ? 'null' : encode(value));
}

function valueEncoder(type: Exclude<SqlType, { kind: 'ARRAY' }>, timestamps: TimestampFormat): Encoder {
  switch (type.kind) {
    case 'STRING':
      return (value) => encodeString(value as string);
    case 'JSON':
      return (value) => value as string;
    case 'INT64':
    case 'NULL':
      return (value) => encodeInt64(value as bigint);
    case 'FLOAT64':
      return (value) => encodeFloat64(value as number);
    case 'BOOL':
      return (value) => (value === true ? 'true' : 'false');
    case 'NUMERIC':
      return (value) => encodeNumeric(String(value));
    case 'BYTES':
      return (value) => encodeBytes((value as Bytes).bytes);
    case 'DATE':
      return (value) => `"${dateText((value as Days).days)}"`;
    case 'TIME':
      return (value) => `"${timeText((value as Micros).micros)}"`;
    case 'DATETIME':
      return (value) => `"${datetimeText((value as Micros).micros)}"`;
    case 'TIMESTAMP':
      return (value) => encodeTimestamp((value as Micros).micros, timestamps);
    case 'STRUCT':
      return structEncoder(
        type.fields.map((field) => [field.name, encodeString(field.name), encoderFor(field.type, timestamps)] as const),
      );
  }
}

function arrayEncoder(encode: Encoder): Encoder {
  const encodeItem = (item: DuckDBValue) => {
    // BigQuery fails here as well: its arrays may have NULL elements in a query, not in an answer.
    if (item === null) throw new Error('an ARRAY of the answer has a NULL element');
    return encode(item);
  };
  return (value) => (value === null ? '[]' : `[${(value as Items).items.map(encodeItem).join(',')}]`);
}

function structEncoder(fields: readonly (readonly [string, JsonText, Encoder])[]): Encoder {
  return (value) => {
    const { entries } = value as Entries;
    return `{${fields.map(([name, key, encode]) => `${key}:${encode(entries[name] ?? null)}`).join(',')}}`;
  };
}
