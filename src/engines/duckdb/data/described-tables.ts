import { type DuckDBConnection } from '@duckdb/node-api';
import { wholeTypeName } from '../../../googlesql/types/types.js';
import { type DescribedTable } from '../../described-table.js';
import { fieldOf } from '../schema-types.js';
import { countOf } from '../store/stored-rows.js';
import { type MadeTable, type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

/** The tables that queries can name, in the order of their names and empty ones last, and the files that look like tables and are none. */
export async function describedTables(store: TableStore): Promise<readonly DescribedTable[]> {
  const set = store.current;
  // A folder that is a table is listed as one, and not as a dataset of its files.
  const members = [...set.members.keys()].filter((name) => !set.made.has(datasetOf(name)));
  await store.provide(set, members.map((name) => `\`${name}\``).join('\n'));
  const found = await store.withConnection(async (connection) => {
    const tables: DescribedTable[] = [];
    for (const [name, made] of set.made) {
      if (set.failed.has(name) || (set.members.has(name) && !members.includes(name))) continue;
      tables.push(await described(connection, name, made, store));
    }
    return tables;
  });
  const rank = ({ name }: DescribedTable) => Number(set.empty.includes(name));
  return [...found, ...refused(set)].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

async function described(
  connection: DuckDBConnection,
  name: string,
  made: MadeTable,
  { source }: TableStore,
): Promise<DescribedTable> {
  const { table, files } = made;
  const stored = made.copy?.file;
  // Sample logs that are yet to be made will have rows.
  const isEmpty = !files && source.kind === 'folder' && source.folders.length > 0;
  // Parquet files and databases know their number of rows; other files would each have to be read.
  const isCounted = stored || isEmpty ? true : files ? files.format === 'parquet' : source.kind === 'database';
  return {
    name,
    columns: table.columns.map((column) => ({ name: column.name, type: wholeTypeName(column.type) })),
    schema: table.columns.map((column) => fieldOf(column.name, column.type)),
    ...(isCounted && { rows: await countOf(connection, table.sql) }),
    files: files ? [files.path] : isEmpty ? [] : [source.path],
    ...(stored && { stored: { bytes: stored.bytes, writtenAt: new Date(stored.at) } }),
  };
}

function refused(set: TableSet): readonly DescribedTable[] {
  return Array.from(set.noTables, ([name, reason]) => ({ name, columns: [], schema: [], files: [], reason }));
}

function datasetOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
