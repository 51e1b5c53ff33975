import { type Progress } from '../../engine.js';
import { type TableFolder } from '../data/table-folder.js';
import { type TableSet } from '../data/table-set.js';
import { type TableStore } from '../data/table-store.js';
import { type InstanceLimits } from '../instance.js';

/** The way in which rows of data files are kept as tables of DuckDB's own. */
export interface StoreOptions {
  /** `auto`: tables for which it pays. */
  readonly mode: 'auto' | 'on';
  readonly path: string;
  /** Most bytes of all of its files together. */
  readonly maxBytes: number;
}

export interface KeptTablesParts {
  readonly tables: TableStore;
  readonly folder: TableFolder;
  readonly options: StoreOptions;
  readonly threads: InstanceLimits['threads'];
  /** Compiles queries over these tables from now on. */
  readonly serve: (set: TableSet) => void;
  readonly progress: Progress;
}
