import {
  type DuckDBListVector,
  type DuckDBMaterializedResult,
  type DuckDBStructVector,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { type JsonText } from '../engine.js';
import {
  type AnswerFormats,
  datetimeText,
  dateText,
  encodeBytes,
  encodeFloat64,
  encodeJson,
  encodeString,
  encodeTimestamp,
  formatsOf,
  INT64_ENCODERS,
  NUMERIC_ENCODERS,
  timeText,
  type ValueFormats,
} from '../json-values.js';
import { Turns } from '../turns.js';
import { type SqlType } from '../../googlesql/types/types.js';
import { type CompiledColumn } from './compiler/compile.js';
import { normalValue } from '../../googlesql/json/json-normal.js';
import { BadJson } from '../../googlesql/json/json-tokens.js';
import { keepLeadingMarks } from './leading-marks.js';
import { writtenJson } from './written-json.js';

keepLeadingMarks();

/** Writes the value in one row of a vector; undefined for NULL. */
type RowEncoder = (row: number) => JsonText | undefined;

/**
 * Makes the encoder of a vector. It is chosen once per type, and bound once per vector: a nested value is read where it lies, by its index
 * in the vectors of its parts. The driver's own way to it copies all of these vectors for every row.
 */
type VectorEncoder = (vector: DuckDBVector) => RowEncoder;

/** An answer with more bytes than its bounds allow. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

export interface AnswerBounds {
  readonly mostBytes: number;
  /** Most bytes of one row, which is written at one go. */
  readonly mostOfRow: number;
  /** Bytes of the columns' names in each row. */
  readonly bytesOfNames: number;
}

/**
 * All rows of a result as JSON text, encoded in turns so that other requests are answered in between.
 *
 * @throws AnswerTooLarge when they have more bytes than `bounds` allow; the signal's reason once it is aborted
 */
export async function encodeRows(
  result: DuckDBMaterializedResult,
  columns: readonly CompiledColumn[],
  formats: AnswerFormats,
  { bounds, signal }: { readonly bounds?: AnswerBounds; readonly signal?: AbortSignal } = {},
): Promise<JsonText[][]> {
  const rows: JsonText[][] = [];
  let bytes = 0;
  const count = (texts: readonly JsonText[], { mostBytes, mostOfRow, bytesOfNames }: AnswerBounds) => {
    const ofRow = texts.reduce((sum, text) => sum + Buffer.byteLength(text), bytesOfNames);
    bytes += ofRow;
    if (ofRow > mostOfRow) throw new AnswerTooLarge(`a row has more than ${mostOfRow} bytes`);
    if (bytes > mostBytes) throw new AnswerTooLarge(`the rows have more than ${mostBytes} bytes`);
  };
  const take = (texts: JsonText[]) => {
    if (bounds) count(texts, bounds);
    rows.push(texts);
    return true;
  };
  await handOverRows(result, columns, formats, take, signal);
  return rows;
}

/** Hands rows over one after the other, until the signal is aborted: then its reason is thrown. Returns whether all of them were taken. */
export async function handOverRows(
  result: DuckDBMaterializedResult,
  columns: readonly CompiledColumn[],
  formats: AnswerFormats,
  take: (row: JsonText[]) => boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  const encoders = columns.map(({ name, sqlType, written }) => {
    const own = formatsOf(name, formats);
    return written ? writtenEncoder(written, own) : encoderFor(sqlType, own);
  });
  const turns = new Turns();
  for (let index = 0; index < result.chunkCount; index += 1) {
    const chunk = result.getChunk(index);
    const encodings = encoders.map((encoder, column) => encoder(chunk.getColumnVector(column)));
    for (let row = 0; row < chunk.rowCount; row += 1) {
      if (!take(encodings.map((encode) => encode(row) ?? 'null'))) return false;
      if (!turns.isOver()) continue;
      await turns.next();
      signal?.throwIfAborted();
    }
  }
  return true;
}

/** Values of the driver by their kinds, as far as they are read here. */
interface Micros {
  readonly micros: bigint;
}

function encoderFor(type: SqlType, formats: ValueFormats): VectorEncoder {
  if (type.kind === 'ARRAY') return arrayEncoder(encoderFor(type.element, formats));
  if (type.kind === 'STRUCT') {
    return structEncoder(
      type.fields.map((field) => ({
        name: field.name,
        key: encodeString(field.name),
        encoder: encoderFor(field.type, formats),
      })),
    );
  }
  const encode = scalarEncoder(type.kind, formats);
  return (vector) => {
    const isValid = validityOf(vector);
    return (row) => (isValid(row) ? encode(vector.getItem(row)) : undefined);
  };
}

/** Encodes a nested value that DuckDB has written. */
function writtenEncoder(type: SqlType, { numbers }: ValueFormats): VectorEncoder {
  const encode = writtenJson(type, numbers);
  const missing = type.kind === 'ARRAY' ? '[]' : undefined;
  return (vector) => {
    const isValid = validityOf(vector);
    return (row) => (isValid(row) ? encodeJson(encode(vector.getItem(row) as string)) : missing);
  };
}

/** Normalizes JSON, which DuckDB has as it was written, with keys in any order, or twice. */
function jsonValue(text: string): JsonText {
  try {
    return normalValue(text);
  } catch (error) {
    throw error instanceof BadJson ? new Error(`JSON of the answer ${error.message}`, { cause: error }) : error;
  }
}

type ScalarKind = Exclude<SqlType['kind'], 'ARRAY' | 'STRUCT'>;

/** Encodes a scalar. The casts hold because the driver has one kind of values for each type. */
function scalarEncoder(kind: ScalarKind, { timestamps, numbers }: ValueFormats): (value: DuckDBValue) => JsonText {
  switch (kind) {
    case 'STRING':
      return (value) => encodeString(value as string);
    case 'JSON':
      return (value) => jsonValue(value as string);
    case 'INT64':
    case 'NULL':
    case 'ERROR':
      return INT64_ENCODERS[numbers] as (value: DuckDBValue) => JsonText;
    case 'FLOAT64':
      return (value) => encodeFloat64(value as number);
    case 'BOOL':
      return (value) => (value === true ? 'true' : 'false');
    case 'NUMERIC': {
      const encode = NUMERIC_ENCODERS[numbers];
      return (value) => encode(String(value));
    }
    case 'BYTES':
      return (value) => encodeBytes((value as { bytes: Uint8Array }).bytes);
    case 'DATE':
      return (value) => `"${dateText((value as { days: number }).days)}"`;
    case 'TIME':
      return (value) => `"${timeText((value as Micros).micros)}"`;
    case 'DATETIME':
      return (value) => `"${datetimeText((value as Micros).micros)}"`;
    case 'TIMESTAMP':
      return (value) => encodeTimestamp((value as Micros).micros, timestamps);
  }
}

/** The driver's knowledge of NULLs in a vector: a bit for each row, or nothing where there are none. */
interface Nullable {
  readonly validity: { readonly data: BigUint64Array | null; readonly offset: number };
}

/**
 * Finds the rows of a vector that are not NULL. Most fields of a log entry are, and the driver's own answer costs several BigInts for each
 * and, for texts, a place in its cache.
 */
function validityOf(vector: DuckDBVector): (row: number) => boolean {
  const { data, offset } = (vector as unknown as Nullable).validity;
  if (data === null) return () => true;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return (row) => {
    const bit = offset + row;
    return (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
  };
}

function arrayEncoder(element: VectorEncoder): VectorEncoder {
  return (vector) => {
    const list = vector as DuckDBListVector;
    const isValid = validityOf(vector);
    const encodeItem = element(list.childVector);
    return (row) => {
      // BigQuery has no NULL arrays in answers, only empty ones.
      if (!isValid(row)) return '[]';
      const start = list.getEntryOffset(row);
      const length = list.getEntryLength(row);
      const items = Array.from({ length }, (_, index) => {
        const item = encodeItem(start + index);
        // BigQuery fails here as well: its arrays may have NULL elements in a query, not in an answer.
        if (item === undefined) throw new Error('an ARRAY of the answer has a NULL element');
        return item;
      });
      return `[${items.join(',')}]`;
    };
  };
}

interface FieldEncoder {
  readonly name: string;
  readonly key: JsonText;
  readonly encoder: VectorEncoder;
}

function structEncoder(fields: readonly FieldEncoder[]): VectorEncoder {
  return (vector) => {
    const struct = vector as DuckDBStructVector;
    const isValid = validityOf(vector);
    const { entryNames } = struct.type;
    const entries = fields.map(({ name, key, encoder }, index) => {
      const start = `${index === 0 ? '{' : ','}${key}:`;
      return { start, isNull: `${start}null`, encode: encoder(struct.entryVectorAt(entryNames.indexOf(name))) };
    });
    return (row) => {
      if (!isValid(row)) return undefined;
      // `join` makes one flat string. Strings that are built with `+` keep their parts, and many thousands of parts make
      // garbage collection slow.
      const parts = entries.map(({ start, isNull, encode }) => {
        const value = encode(row);
        return value === undefined ? isNull : start + value;
      });
      return `${parts.join('')}}`;
    };
  };
}
