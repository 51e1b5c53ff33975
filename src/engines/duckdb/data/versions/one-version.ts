import { stat } from 'node:fs/promises';
import { QuernError } from '../../../../errors/quern-error.js';
import { findEach } from '../../../../files/find-files.js';
import { type TableFiles } from '../table-files.js';
import { type TableStore } from '../table-store.js';

/** Most readings of files that are replaced each time, after which the caller has to come again. */
const MAX_READS = 5;

/** Does something that reads tables, and again where it may have read several versions of a file. */
export type OverOneVersion = <T>(tables: readonly string[], signal: AbortSignal, read: () => Promise<T>) => Promise<T>;

/**
 * Reads over one version of each file. DuckDB opens the files of a table each time that a query names it, and those of Parquet once more
 * for each thread. If another file is renamed onto one of them meanwhile, an answer has rows of both, or fails over places that the other
 * one does not have.
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

/** The identities of the files, which appended rows do not change: these are of the same version. */
async function identitiesOf(tables: readonly TableFiles[]): Promise<string> {
  const paths = tables.flatMap(({ files }) => files);
  const identityOf = async (path: string) =>
    stat(path).then(
      ({ dev, ino }) => `${dev}:${ino}`,
      () => '',
    );
  return (await findEach(paths, identityOf)).join('\n');
}
