import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { QuernError } from '../../../errors/quern-error.js';
import { changedAt, isAtRest, signatureOf } from '../../../files/find-files.js';
import { type TablesState } from '../../engine.js';
import { databaseSignature } from './database-file.js';
import { type TableFiles } from './table-files.js';
import { type MadeTable, type TableSet } from './table-set.js';
import { type TableStore } from './table-store.js';

/** Reads of files that are replaced each time, after which whoever asks is told to come again. */
const MAX_READS = 5;

/** Does something that reads tables, and again where it may have read several versions of a file. */
export type OverOneVersion = <T>(tables: readonly string[], signal: AbortSignal, read: () => Promise<T>) => Promise<T>;

/**
 * DuckDB opens the files of a table each time that a query names it, and those of Parquet once more for each thread. Where another file is
 * renamed onto one of them meanwhile, an answer has rows of both, or fails over places that the other one does not have.
 */
export function overOneVersion({ maker, folder }: Pick<TableStore, 'maker' | 'folder'>): OverOneVersion {
  return async (tables, signal, read) => {
    const files = maker.filesOf(tables).map((made) => folder?.filesOf(made.table) ?? made);
    if (files.length === 0) return read();
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const before = await identitiesOf(files);
      const [done] = await Promise.allSettled([read()]);
      signal.throwIfAborted();
      if ((await identitiesOf(files)) !== before) continue;
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    }
    throw new QuernError('engine_unavailable', 'Files of the tables are replaced faster than the query reads them.', {
      retryAfterSeconds: 1,
    });
  };
}

/** Which files there are, whatever is written to them: rows that come to the end of a file are of the same version. */
async function identitiesOf(tables: readonly TableFiles[]): Promise<string> {
  const paths = tables.flatMap(({ files }) => files);
  const found = await Promise.all(
    paths.map(async (path) =>
      stat(path).then(
        ({ dev, ino }) => `${dev}:${ino}`,
        () => '',
      ),
    ),
  );
  return found.join('\n');
}

/** What there is on the disk of a table. */
interface OnDisk {
  /** As it was when the engine looked at it last, which is what runs go by. */
  readonly known: string | undefined;
  readonly now: string;
}

/**
 * The tables as they are on the disk, if the engine reads them as they are there: as long as it has not looked at a change, runs may still
 * read what was there before. Files that were written a moment ago may be written once more and look the same.
 */
export async function stateOfTables(
  store: TableStore,
  set: TableSet,
  tables: readonly string[],
): Promise<TablesState | undefined> {
  const texts: string[] = [];
  let modifiedAt: number | undefined;
  for (const name of tables) {
    const made = set.made.get(name);
    // Rows of the sample appear when their time has come, and no file changes.
    if (!made || (store.source.hideFuture && LOG_TABLES.has(name))) return undefined;
    const origin = made.overFiles ?? made;
    const found = await onDisk(store, name, origin);
    if (!found.every(({ known = '', now }) => now !== '' && known === now && isAtRest(now))) return undefined;
    texts.push(JSON.stringify([name, origin.table.sql, found.map(({ now }) => now)]));
    modifiedAt = Math.max(modifiedAt ?? 0, ...found.map(({ now }) => changedAt(now)));
  }
  return { state: texts.sort().join('\n'), ageMs: 0, modifiedAt };
}

async function onDisk({ folder }: TableStore, name: string, { database }: MadeTable): Promise<readonly OnDisk[]> {
  if (database) return [{ known: database.signature, now: (await databaseSignature(database.path)) ?? '' }];
  const files = folder?.filesOf(name);
  // A log table that has no files has no rows.
  if (!folder || !files) return [];
  const known = new Map(folder.signaturesOf(files));
  const paths = Array.from(known.keys());
  const found = await Promise.all(
    paths.map(async (path) => ({ known: known.get(path), now: await signatureAt(path) })),
  );
  if (!files.isFolder) return found;
  // Another file in a folder of a table changes no file that is known.
  const folders = await Promise.all(foldersOf(files.path, paths).map(signatureAt));
  return [...found, ...folders.map((now) => ({ known: now, now }))];
}

/** The folder of a table, and those below that lead to its files. */
function foldersOf(top: string, paths: readonly string[]): readonly string[] {
  const folders = new Set([top]);
  for (const path of paths) {
    for (let folder = dirname(path); folder.length > top.length && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return [...folders];
}

async function signatureAt(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(signatureOf, () => '');
}
