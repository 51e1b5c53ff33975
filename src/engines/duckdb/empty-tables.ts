import { type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import { SCHEMA } from './data-source.js';
import { type Table } from './compiler/names/scope.js';
import { duckDbType, quoteName } from './compiler/types/duckdb-types.js';

const CATALOG = 'empty';

/**
 * The operator's tables once more, without rows, in a catalog of their own. A view over files is taken apart, and its
 * files are opened, for each statement that names it; whoever only asks whether DuckDB takes a query needs none of that.
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
  // What is only prepared need not be planned well.
  await connection.run('PRAGMA disable_optimizer');
  return connection;
}
