import { type TableStore } from '../data/table-store.js';
import { KeptTables } from './kept-tables.js';
import { type KeptTablesParts } from './kept-tables-parts.js';
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
