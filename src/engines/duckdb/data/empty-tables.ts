import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { type Table } from '../compiler/names/tables.js';
import { duckDbType, quoteName } from '../compiler/types/duckdb-types.js';

const CATALOG = 'empty';

/**
 * Makes room for empty copies of the operator's tables, in a catalog of their own, on which queries are checked. To prepare a statement
 * over a view of files, DuckDB binds the view and opens its files each time, which a check does not need.
 */
export async function attachEmptyTables(connection: DuckDBConnection, schema: string): Promise<void> {
  await connection.run(`ATTACH ':memory:' AS ${CATALOG}`);
  await connection.run(`CREATE SCHEMA ${CATALOG}.${schema}`);
}

/** A copy of a table; `sql` is its name with its schema. */
export async function createEmptyTable(connection: DuckDBConnection, { sql, columns }: Table): Promise<void> {
  const list = columns.map((column) => `${quoteName(column.name)} ${duckDbType(column.type)}`);
  await connection.run(`CREATE TABLE ${emptySql(sql)} (${list.length > 0 ? list.join(', ') : '"nothing" INTEGER'})`);
}

export async function dropEmptyTable(connection: DuckDBConnection, sql: string): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS ${emptySql(sql)}`);
}

function emptySql(sql: string): string {
  return `${CATALOG}.${sql}`;
}

/** Makes a connection on which queries find the empty tables by the names of the operator's; call it before the instance is locked. */
export async function connectToEmptyTables(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run(`SET search_path = '${CATALOG}.main,memory.main'`);
  // Statements are only prepared here, so that a good plan is of no use.
  await connection.run('PRAGMA disable_optimizer');
  return connection;
}
