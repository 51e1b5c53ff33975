import { createHash } from 'node:crypto';
import { LOG_TABLES } from '../../../../catalog/log-tables/log-tables.js';
import { findEach, isAtRest, signatureAt } from '../../../../files/find-files.js';
import { type TablesState } from '../../../engine.js';
import { type MadeTable, type TableSet } from '../table-set.js';
import { type TableStore } from '../table-store.js';

/** A look at a table on the disk, with its beginning by the monotonic clock. It finds nothing unless the engine reads the table as it is there. */
interface Look {
  readonly at: number;
  readonly found: Promise<string | undefined>;
}

/** Looks under way. Callers who come meanwhile share them: a table may have tens of thousands of files. */
const looks = new WeakMap<MadeTable, Look>();

/**
 * The state of tables on the disk, if the engine reads them as they are there: until it has looked at a change, runs may still read the
 * content of before. Files that were written a moment ago may be written once more and look the same.
 */
export async function stateOfTables(
  store: TableStore,
  set: TableSet,
  tables: readonly string[],
): Promise<TablesState | undefined> {
  const now = performance.now();
  const texts: string[] = [];
  let ageMs = 0;
  for (const name of tables) {
    const made = set.made.get(name);
    // Views of the operator's may read the clock, and rows of the sample appear when their time has come: no file changes then.
    if (!made || made.view.isComputed || (store.source.hideFuture && LOG_TABLES.has(name))) return undefined;
    const { at, found } = lookAt(store, name, made.copy?.of ?? made);
    const table = await found;
    if (table === undefined) return undefined;
    texts.push(table);
    ageMs = Math.max(ageMs, now - at);
  }
  return { state: texts.sort().join('\n'), ageMs };
}

function lookAt(store: TableStore, name: string, made: MadeTable): Look {
  const known = looks.get(made);
  if (known) return known;
  const look = { at: performance.now(), found: onDisk(store, name, made).finally(() => looks.delete(made)) };
  looks.set(made, look);
  return look;
}

async function onDisk(
  { folder }: TableStore,
  name: string,
  { database, table }: MadeTable,
): Promise<string | undefined> {
  const files = database ? undefined : folder?.filesOf(name);
  // A log table without files has no rows.
  const known = new Map(database ? [[database.path, database.signature]] : files && folder?.signaturesOf(files));
  const found = await findEach([...known], async ([path, signature]) => {
    const now = await signatureAt(path);
    return now !== '' && now === signature && isAtRest(now) ? now : undefined;
  });
  // Runs read a new file in a table's folder before the next look finds it, and it changes no known file.
  if (files?.isFolder && !(await folder?.tree.hasAll(files.path))) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([name, table.sql, [...known.keys()]]));
  for (const signature of found) {
    if (signature === undefined) return undefined;
    hash.update(`\n${signature}`);
  }
  return hash.digest('base64');
}
