import { type DuckDBConnection } from '@duckdb/node-api';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { quoteName, quoteString } from '../compiler/types/duckdb-types.js';
import { withoutCollations } from './collations.js';
import { type AttachedDatabase } from './database-file.js';
import { tableView, type View } from './view.js';

/** The tables of an attached `.duckdb` file; a schema of it is a dataset. */
export async function databaseViews(
  connection: DuckDBConnection,
  { alias }: Pick<AttachedDatabase, 'alias'>,
): Promise<ReadonlyMap<string, View>> {
  const catalog = quoteString(alias);
  const reader = await connection.runAndReadAll(
    `SELECT i.table_schema, i.table_name, i.table_type, t.sql FROM information_schema.tables AS i
     LEFT JOIN duckdb_tables() AS t ON t.database_name = ${catalog} AND t.schema_name = i.table_schema AND t.table_name = i.table_name
     WHERE i.table_catalog = ${catalog}`,
  );
  const views = new Map<string, View>();
  for (const [schema, name, type, definition] of reader.getRows() as [string, string, string, string | null][]) {
    const isMain = schema === 'main';
    const table = await withoutCollations(connection, `${alias}.${quoteName(schema)}.${quoteName(name)}`);
    // A view of the operator's may compute anything, and so may a column that is generated as it is read.
    const isComputed = type !== 'BASE TABLE' || definition === null || /\bgenerated\b/i.test(definition);
    const view = await tableView(connection, table, isMain ? LOG_TABLES.get(name) : undefined, {
      isFixed: !isComputed,
    });
    views.set(isMain ? name : `${schema}.${name}`, {
      ...view,
      isConverted: view.isConverted || isComputed,
      isComputed,
    });
  }
  return views;
}
