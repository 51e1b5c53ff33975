import { type DuckDBConnection } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { errorText } from '../../../errors/error-text.js';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { withoutCollations } from './collations.js';
import { type DataSource } from './data-source.js';
import { tableView, type View } from './view.js';

/** DuckDB SQL that lets an instance read a `.duckdb` file. */
export function attach({ path }: DataSource): string {
  return `ATTACH ${quoteString(path)} AS source (READ_ONLY)`;
}

/** The tables of an attached `.duckdb` file; a schema of it is a dataset. */
export async function databaseViews(connection: DuckDBConnection, source: DataSource): Promise<Map<string, View>> {
  try {
    await connection.run(attach(source));
  } catch (error) {
    throw new Error(`QUERN_DATA: ${source.path} cannot be opened as a DuckDB database: ${errorText(error)}`, {
      cause: error,
    });
  }
  const reader = await connection.runAndReadAll(
    `SELECT i.table_schema, i.table_name, i.table_type, t.sql FROM information_schema.tables AS i
     LEFT JOIN duckdb_tables() AS t ON t.database_name = 'source' AND t.schema_name = i.table_schema AND t.table_name = i.table_name
     WHERE i.table_catalog = 'source'`,
  );
  const views = new Map<string, View>();
  for (const [schema, name, type, definition] of reader.getRows() as [string, string, string, string | null][]) {
    const isMain = schema === 'main';
    const table = await withoutCollations(connection, `source.${quoteName(schema)}.${quoteName(name)}`);
    // A view of the operator's may compute anything, and so may a column that is generated as it is read.
    const isComputed = type !== 'BASE TABLE' || definition === null || /\bgenerated\b/i.test(definition);
    const view = await tableView(connection, table, isMain ? LOG_TABLES.get(name) : undefined, {
      isFixed: !isComputed,
    });
    views.set(isMain ? name : `${schema}.${name}`, { ...view, isConverted: view.isConverted || isComputed });
  }
  return views;
}
