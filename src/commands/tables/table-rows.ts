import { relative } from 'node:path';
import { type DescribedTable } from '../../engines/described-table.js';
import { type RowSet } from '../output/format-table.js';

/** Columns about the copy that a table is read from. */
const STORED_COLUMNS = [
  { name: 'stored_bytes', type: 'INT64' },
  { name: 'stored_at', type: 'TIMESTAMP' },
];

/** One row per table. People are shown the names of columns; programs are given their types as well. */
export function tableRows(tables: readonly DescribedTable[], isForPeople: boolean): RowSet {
  const shown = tables.filter(({ reason }) => reason === undefined);
  return {
    columns: [
      { name: 'table', type: 'STRING' },
      { name: 'rows', type: 'INT64' },
      { name: 'columns', type: isForPeople ? 'STRING' : 'JSON' },
      { name: 'files', type: isForPeople ? 'STRING' : 'JSON' },
      { name: 'read_from', type: 'STRING' },
      ...(isForPeople ? [] : STORED_COLUMNS),
    ],
    rows: shown.map(({ name, rows, columns, files, stored }) => {
      const paths = files.map((path) => shortest(path));
      return [
        JSON.stringify(name),
        JSON.stringify(rows ?? null),
        JSON.stringify(isForPeople ? columns.map((column) => column.name).join(' ') : columns),
        JSON.stringify(isForPeople ? paths.join(' ') : paths),
        JSON.stringify(isForPeople && stored ? forPeople(stored) : stored ? 'store' : 'files'),
        ...(isForPeople ? [] : [JSON.stringify(stored?.bytes ?? null), JSON.stringify(stored?.writtenAt ?? null)]),
      ];
    }),
  };
}

/** Reasons why files that look like tables are none, a line each. */
export function refusedTables(tables: readonly DescribedTable[]): string {
  return tables
    .filter(({ reason }) => reason !== undefined)
    .map(({ name, reason }) => `${name} is no table: ${reason ?? ''}\n`)
    .join('');
}

export function columnRows(tables: readonly DescribedTable[]): RowSet {
  const isOne = tables.length === 1;
  const columns = [...(isOne ? [] : ['table']), 'column', 'type'];
  return {
    columns: columns.map((name) => ({ name, type: 'STRING' })),
    rows: tables.flatMap(({ name, columns: own }) =>
      own.map((column) => [...(isOne ? [] : [name]), column.name, column.type].map((text) => JSON.stringify(text))),
    ),
  };
}

function forPeople({ bytes, writtenAt }: NonNullable<DescribedTable['stored']>): string {
  return `store, ${(bytes / 1e6).toFixed(1)} MB of ${writtenAt.toISOString().slice(0, 16).replace('T', ' ')}`;
}

/** The path from the current folder, unless that is no shorter. */
function shortest(path: string): string {
  const from = relative('.', path);
  return from.length > 0 && from.length < path.length ? from : path;
}
