import { resolve } from 'node:path';
import { type Clock } from '../../config/clock.js';
import { usesSampleData } from '../../config/data.js';
import { type Settings } from '../../config/settings.js';
import { DuckDbEngine, type DuckDbOptions } from './duckdb.engine.js';
import { sandboxMemory } from './sandbox/sandbox-memory.js';

export function createDuckDbEngine(
  settings: Settings,
  clock: Clock,
  progress: DuckDbOptions['progress'],
): DuckDbEngine {
  return new DuckDbEngine({ ...duckDbOptions(settings, clock), progress });
}

/** What the settings say of the embedded engine, whichever engine they choose. It tells nobody of its progress. */
export function duckDbOptions(settings: Settings, clock: Clock): DuckDbOptions {
  return {
    dataPath: settings.dataPath,
    names: { project: settings.bigqueryProject, dataset: settings.bigqueryDataset },
    sample: usesSampleData({ ...settings, engine: 'duckdb' }),
    connections: settings.duckdbConnections,
    queueMax: settings.queueMax,
    memoryLimitBytes: settings.duckdbMemoryLimitBytes,
    threads: settings.duckdbThreads,
    sandbox: {
      processes: settings.sandboxProcesses,
      memoryLimitBytes: settings.sandboxMemoryLimitBytes ?? sandboxMemory(),
    },
    timestamps: settings.timestamps,
    numbers: settings.numbers,
    clock,
    store: storeOptions(settings),
    progress: () => undefined,
  };
}

/** Nobody looks for changes of files where `QUERN_RELOAD` is off: copies of them would get old. */
function storeOptions({ reload, store, storePath, storeMaxBytes }: Settings): DuckDbOptions['store'] {
  if (reload === 'off' || store === 'off' || storePath === undefined) return undefined;
  return { mode: store, path: resolve(storePath), maxBytes: storeMaxBytes };
}
