import { type DescribedTable } from '../../engines/described-table.js';
import { shortest } from '../../files/shortest.js';
import { type RowsTarget } from '../output/rows-target.js';
import { type ListColumn, writeList } from '../output/write-rows.js';

const OF_ALL: readonly ListColumn<DescribedTable>[] = [
  { name: 'table', type: 'STRING', tell: ({ name }) => name },
  { name: 'rows', type: 'INT64', tell: ({ rows }) => rows ?? null },
];

const FOR_PEOPLE: readonly ListColumn<DescribedTable>[] = [
  ...OF_ALL,
  { name: 'columns', type: 'STRING', tell: ({ columns }) => columns.map(({ name }) => name).join(' ') },
  { name: 'files', type: 'STRING', tell: ({ files }) => files.map(shortest).join(' ') },
  {
    name: 'read_from',
    type: 'STRING',
    tell: (table) => (table.stored ? storeText(table.stored) : (readFrom(table) ?? '')),
  },
];

/** Programs are given the types of columns as well, and what there is to know about the copy that a table is read from. */
const FOR_PROGRAMS: readonly ListColumn<DescribedTable>[] = [
  ...OF_ALL,
  { name: 'columns', type: 'JSON', tell: ({ columns }) => columns },
  { name: 'files', type: 'JSON', tell: ({ files }) => files.map(shortest) },
  { name: 'read_from', type: 'STRING', tell: readFrom },
  { name: 'stored_bytes', type: 'INT64', tell: ({ stored }) => stored?.bytes ?? null },
  { name: 'stored_at', type: 'TIMESTAMP', tell: ({ stored }) => stored?.writtenAt ?? null },
];

/** Writes one row per table. */
export async function writeTables(tables: readonly DescribedTable[], target: RowsTarget): Promise<void> {
  const shown = tables.filter(({ reason }) => reason === undefined);
  await writeList(target.format === 'table' ? FOR_PEOPLE : FOR_PROGRAMS, shown, target);
}

/** Reasons why files that look like tables are none, a line each. */
export function refusedTables(tables: readonly DescribedTable[]): string {
  return tables
    .filter(({ reason }) => reason !== undefined)
    .map(({ name, reason }) => `${name} is no table: ${reason ?? ''}\n`)
    .join('');
}

/** Writes one row per column of these tables. */
export async function writeColumns(tables: readonly DescribedTable[], target: RowsTarget): Promise<void> {
  const columns = tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  const shown: readonly ListColumn<(typeof columns)[number]>[] = [
    { name: 'table', type: 'STRING', tell: ({ table }) => table.name },
    { name: 'column', type: 'STRING', tell: ({ column }) => column.name },
    { name: 'type', type: 'STRING', tell: ({ column }) => column.type },
  ];
  await writeList(tables.length === 1 ? shown.slice(1) : shown, columns, target);
}

/** Null for a table that is in no file. */
function readFrom({ stored, files }: DescribedTable): string | null {
  return stored ? 'store' : files.length > 0 ? 'files' : null;
}

function storeText({ bytes, writtenAt }: NonNullable<DescribedTable['stored']>): string {
  return `store, ${(bytes / 1e6).toFixed(1)} MB of ${writtenAt.toISOString().slice(0, 16).replace('T', ' ')}`;
}
