import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { LOG_TABLES } from '../../../catalog/log-tables/log-tables.js';
import { QuernError } from '../../../errors/quern-error.js';
import { changedAt, findEach, isAtRest, signatureAt } from '../../../files/find-files.js';
import { type TablesState } from '../../engine.js';
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
  const identityOf = async (path: string) =>
    stat(path).then(
      ({ dev, ino }) => `${dev}:${ino}`,
      () => '',
    );
  return (await findEach(paths, identityOf)).join('\n');
}

/** A table as it is on the disk, if the engine reads it as it is there. */
type OnDisk = Omit<TablesState, 'ageMs'> | undefined;

/** By the monotonic clock, when it began, and what it finds. */
interface Look {
  readonly at: number;
  readonly found: Promise<OnDisk>;
}

/** Those that are under way. Whoever comes meanwhile is told the same: a table may have tens of thousands of files. */
const looks = new WeakMap<MadeTable, Look>();

/**
 * The tables as they are on the disk, if the engine reads them as they are there: as long as it has not looked at a change, runs may still
 * read what was there before. Files that were written a moment ago may be written once more and look the same.
 */
export async function stateOfTables(
  store: TableStore,
  set: TableSet,
  tables: readonly string[],
): Promise<TablesState | undefined> {
  const now = performance.now();
  const texts: string[] = [];
  let ageMs = 0;
  let modifiedAt: number | undefined;
  for (const name of tables) {
    const made = set.made.get(name);
    // Views of the operator's may read the clock, and rows of the sample appear when their time has come: no file changes then.
    if (!made || made.view.isComputed || (store.source.hideFuture && LOG_TABLES.has(name))) return undefined;
    const { at, found } = lookAt(store, name, made.overFiles ?? made);
    const table = await found;
    if (!table) return undefined;
    texts.push(table.state);
    ageMs = Math.max(ageMs, now - at);
    modifiedAt = Math.max(modifiedAt ?? 0, table.modifiedAt ?? 0);
  }
  return { state: texts.sort().join('\n'), ageMs, modifiedAt };
}

function lookAt(store: TableStore, name: string, made: MadeTable): Look {
  const known = looks.get(made);
  if (known) return known;
  const look = { at: performance.now(), found: onDisk(store, name, made).finally(() => looks.delete(made)) };
  looks.set(made, look);
  return look;
}

async function onDisk({ folder }: TableStore, name: string, { database, table }: MadeTable): Promise<OnDisk> {
  const files = database ? undefined : folder?.filesOf(name);
  // A log table that has no files has no rows.
  const known = new Map(database ? [[database.path, database.signature]] : files && folder?.signaturesOf(files));
  const found = await findEach([...known], async ([path, signature]) => {
    const now = await signatureAt(path);
    return now !== '' && now === signature && isAtRest(now) ? now : undefined;
  });
  // One that has come to the folder of a table is read by runs before anybody has looked at it, and changes none that is known.
  if (files?.isFolder && !(await folder?.tree.hasAll(files.path))) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([name, table.sql, [...known.keys()]]));
  let modifiedAt = 0;
  for (const signature of found) {
    if (signature === undefined) return undefined;
    hash.update(`\n${signature}`);
    modifiedAt = Math.max(modifiedAt, changedAt(signature));
  }
  return { state: hash.digest('base64'), modifiedAt };
}
