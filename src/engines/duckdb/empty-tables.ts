import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { SCHEMA } from './data-source.js';
import { type Table } from './compiler/names/scope.js';
import { duckDbType, quoteName } from './compiler/types/duckdb-types.js';

const CATALOG = 'empty';

/**
 * Empty copies of the operator's tables, in a catalog of their own, on which queries are checked. To prepare a statement over a
 * view of files, DuckDB binds the view and opens its files each time, which a check does not need.
 */
export async function createEmptyTables(
  connection: DuckDBConnection,
  tables: ReadonlyMap<string, Table>,
): Promise<void> {
  await connection.run(`ATTACH ':memory:' AS ${CATALOG}`);
  await connection.run(`CREATE SCHEMA ${CATALOG}.${SCHEMA}`);
  for (const [name, { columns }] of tables) {
    const list = columns.map((column) => `${quoteName(column.name)} ${duckDbType(column.type)}`);
    await connection.run(`CREATE TABLE ${CATALOG}.${SCHEMA}.${quoteName(name)} (${list.join(', ')})`);
  }
}

/** A connection on which queries find the empty tables by the names of the operator's; to be made before the instance is locked. */
export async function connectToEmptyTables(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run(`SET search_path = '${CATALOG}.main,memory.main'`);
  // Statements are only prepared here, so that a good plan is of no use.
  await connection.run('PRAGMA disable_optimizer');
  return connection;
}
