import { rename } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';

/** Makes a `.duckdb` file of these tables, by SELECTs for their rows, and renames it onto the path. */
export async function putDatabase(path: string, tables: Readonly<Record<string, string>>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  // Several groups of rows, as large tables have.
  await connection.run(`ATTACH '${path}.new' AS made (ROW_GROUP_SIZE 2048)`);
  for (const [name, select] of Object.entries(tables)) await connection.run(`CREATE TABLE made.${name} AS ${select}`);
  await connection.run('DETACH made');
  connection.closeSync();
  instance.closeSync();
  await rename(`${path}.new`, path);
}
