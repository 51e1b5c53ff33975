import { type DataSource } from '../data/data-source.js';
import { type IsCopied, type TableStore } from '../data/table-store.js';
import { KeptTables } from './kept-tables.js';
import { type KeptTablesParts } from './kept-tables-parts.js';
import { StoreFiles } from './store-files.js';
import { type StoreOptions } from './store-options.js';

interface Options extends Pick<KeptTablesParts, 'threads' | 'progress'> {
  readonly store: StoreOptions | undefined;
}

/** Undefined where the files are read each time. */
export function openKeptTables(
  tables: TableStore,
  { store: options, threads, progress }: Options,
  serve: KeptTablesParts['serve'],
): KeptTables | undefined {
  const { folder } = tables;
  if (!folder || !options) return undefined;
  const kept = new KeptTables({ tables, folder, options, threads, serve, progress });
  tables.kept = kept;
  return kept;
}

/** Whether a store has the rows of files. */
export function copiesIn({ path, maxBytes }: StoreOptions, source: DataSource): IsCopied {
  const files = new StoreFiles(path, maxBytes, source.path);
  return async (of) => (await files.isOwn()) && (await files.find(files.nameOf(of))) !== undefined;
}
