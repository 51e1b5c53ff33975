import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { type ColumnScalar } from '../../../src/contract/column-type.js';
import { type MadeType, type Plain } from './random-answer.js';

export interface ReadBack {
  /** Types as the reader calls them. */
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly rows: readonly (readonly Plain[])[];
}

/** A Parquet file as DuckDB reads it. */
export async function readParquet(bytes: Uint8Array): Promise<ReadBack> {
  return inDuckDb(bytes, async (connection, file) => {
    const result = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    return {
      types: result.columnTypes().map(nameOf),
      names: result.columnNames(),
      rows: result.getRows().map((row) => row.map(plainOf)),
    };
  });
}

/** DuckDB's answer about a Parquet file to these items of a SELECT. */
export async function queryParquet(
  bytes: Uint8Array,
  items: string,
  table = 'read_parquet',
): Promise<ReadBack['rows']> {
  return queryFile(bytes, items, (file) => `${table}('${file}')`);
}

/** DuckDB's answer about any file, by the function that reads it. */
export async function queryFile(
  bytes: Uint8Array,
  items: string,
  table: (file: string) => string,
): Promise<ReadBack['rows']> {
  return inDuckDb(bytes, async (connection, file) => {
    const result = await connection.runAndReadAll(`SELECT ${items} FROM ${table(file)}`);
    return result.getRows().map((row) => row.map(plainOf));
  });
}

async function inDuckDb<T>(
  bytes: Uint8Array,
  read: (connection: DuckDBConnection, file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-parquet-'));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    const file = join(folder, 'rows.parquet');
    await writeFile(file, bytes);
    return await read(connection, file);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** A value of one of the driver's own classes, told by the properties that it has. */
interface DriverValue {
  readonly micros?: bigint;
  readonly days?: number;
  readonly value?: bigint;
  readonly bytes?: Uint8Array;
  readonly items?: readonly DuckDBValue[];
  readonly entries?: Readonly<Record<string, DuckDBValue>>;
}

function plainOf(value: DuckDBValue): Plain {
  if (value === null || typeof value !== 'object') return value;
  const { micros, days, value: unscaled, bytes, items, entries } = value as DriverValue;
  if (items) return items.map(plainOf);
  if (entries) return Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, plainOf(each)]));
  if (bytes) return Buffer.from(bytes).toString('base64');
  return micros ?? days ?? unscaled ?? String(value);
}

/** A type by its alias, which JSON is, at every depth. */
function nameOf(type: DuckDBType): string {
  const { valueType, entryNames, entryTypes } = type as {
    readonly valueType?: DuckDBType;
    readonly entryNames?: readonly string[];
    readonly entryTypes?: readonly DuckDBType[];
  };
  if (valueType) return `${nameOf(valueType)}[]`;
  if (!entryTypes) return type.alias ?? String(type);
  return `STRUCT(${entryTypes.map((each, index) => `"${entryNames?.[index]}" ${nameOf(each)}`).join(', ')})`;
}

const TYPES: Readonly<Record<ColumnScalar, string>> = {
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38,9)',
  BIGNUMERIC: 'VARCHAR',
  BOOL: 'BOOLEAN',
  DATE: 'DATE',
  TIME: 'TIME',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP WITH TIME ZONE',
  INTERVAL: 'VARCHAR',
  GEOGRAPHY: 'VARCHAR',
  JSON: 'JSON',
};

/** The name that DuckDB has to give a type. */
export function duckDbType(type: MadeType): string {
  switch (type.kind) {
    case 'ARRAY':
      return `${duckDbType(type.element)}[]`;
    case 'RANGE':
      return structType(['start', 'end'].map((name) => ({ name, type: type.element })));
    case 'STRUCT':
      return structType(type.fields);
    default:
      return TYPES[type.kind];
  }
}

function structType(fields: readonly { readonly name: string; readonly type: MadeType }[]): string {
  return `STRUCT(${fields.map(({ name, type }) => `"${name}" ${duckDbType(type)}`).join(', ')})`;
}
