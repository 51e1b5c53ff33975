import { type Progress } from '../../engine.js';
import { type TableFolder } from '../data/table-folder.js';
import { type TableSet } from '../data/table-set.js';
import { type TableStore } from '../data/table-store.js';
import { type InstanceLimits } from '../instance.js';
import { type StoreOptions } from './store-options.js';

export interface KeptTablesParts {
  readonly tables: TableStore;
  readonly folder: TableFolder;
  readonly options: StoreOptions;
  readonly threads: InstanceLimits['threads'];
  /** Compiles queries over these tables from now on. */
  readonly serve: (set: TableSet) => void;
  readonly progress: Progress;
}
