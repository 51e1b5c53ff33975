import { type DuckDBConnection } from '@duckdb/node-api';
import { type FixtureRow, type FixtureValue } from '../fixture-engine.js';
import { type Table } from './compiler/names/tables.js';
import { type SqlType } from '../../googlesql/types/types.js';
import { duckDbType, quoteName, quoteString } from './compiler/types/duckdb-types.js';
import { decoded } from './decoded-bytes.js';

/** Replaces the rows of a table by those of a test. They are sent as one JSON text, which DuckDB reads by the columns' types. */
export async function replaceRows(
  connection: DuckDBConnection,
  { sql, columns }: Table,
  rows: readonly FixtureRow[],
): Promise<void> {
  await connection.run(`DELETE FROM ${sql}`);
  if (rows.length === 0) return;
  const json = rows.map((row) => columns.map(({ name, type }) => jsonOf(type, row[name] ?? null)));
  // Columns go by position: DuckDB compares names in JSON without regard to case.
  const items = columns.map(
    ({ name, type }, index) => `${decodedJson(`fixture->${index}`, type)} AS ${quoteName(name)}`,
  );
  await connection.run(
    `INSERT INTO ${sql} SELECT ${items.join(', ')} FROM (SELECT unnest(CAST($1 AS JSON[])) AS fixture)`,
    [JSON.stringify(json)],
  );
}

function decodedJson(json: string, type: SqlType): string {
  if (type.kind === 'JSON') return `nullif(${json}, 'null')`;
  return decoded(`from_json(${json}, ${quoteString(structure(type))})`, type);
}

/** A type in the form for `from_json`: names of types in quotes, records as objects, lists in brackets. */
function structure(type: SqlType): string {
  if (type.kind === 'ARRAY') return `[${structure(type.element)}]`;
  if (type.kind === 'BYTES') return '"VARCHAR"';
  if (type.kind !== 'STRUCT') return JSON.stringify(duckDbType(type));
  return `{${type.fields.map((field) => `${JSON.stringify(field.name)}:${structure(field.type)}`).join(',')}}`;
}

/** A value in the form for `from_json`. */
function jsonOf(type: SqlType, value: FixtureValue): unknown {
  if (value === null) return null;
  if (type.kind === 'ARRAY') return (value as readonly FixtureValue[]).map((each) => jsonOf(type.element, each));
  if (type.kind === 'STRUCT') {
    const record = value as FixtureRow;
    return Object.fromEntries(type.fields.map(({ name, type: own }) => [name, jsonOf(own, record[name] ?? null)]));
  }
  if (type.kind === 'JSON') return JSON.parse(value as string) as unknown;
  return value;
}
