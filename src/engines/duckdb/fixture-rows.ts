import { type DuckDBConnection } from '@duckdb/node-api';
import { type FixtureRow, type FixtureValue } from '../fixture-engine.js';
import { type Table } from './compiler/names/tables.js';
import { type SqlType } from '../../googlesql/types/types.js';
import { duckDbType, quoteName } from './compiler/types/duckdb-types.js';
import { decoded, undecoded } from './decoded-bytes.js';

/** Replaces the rows of a table by those of a test. They are sent as one JSON text, which DuckDB reads by the columns' types. */
export async function replaceRows(
  connection: DuckDBConnection,
  { sql, columns }: Table,
  rows: readonly FixtureRow[],
): Promise<void> {
  await connection.run(`DELETE FROM ${sql}`);
  if (rows.length === 0) return;
  // Columns go by position: DuckDB compares names in JSON without regard to case.
  const json = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, type }, index) => [`c${index}`, jsonOf(type, row[name] ?? null)])),
  );
  const fields = columns.map(({ type }, index) => `c${index} ${duckDbType(undecoded(type))}`);
  const items = columns.map(({ name, type }, index) => `${decoded(`fixture.c${index}`, type)} AS ${quoteName(name)}`);
  await connection.run(
    `INSERT INTO ${sql} SELECT ${items.join(', ')} FROM (SELECT unnest(CAST(CAST($1 AS JSON) AS STRUCT(${fields.join(', ')})[])) AS fixture)`,
    [JSON.stringify(json)],
  );
}

/** A value in the form for the column's type. */
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
