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

/** Options of the embedded engine, even if the settings choose another. Its progress is not reported. */
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

/** The options of the store; none where `QUERN_RELOAD` is off: changes of files are not noticed then, and copies of them would get old. */
function storeOptions({ reload, store, storePath, storeMaxBytes }: Settings): DuckDbOptions['store'] {
  if (reload === 'off' || store === 'off' || storePath === undefined) return undefined;
  return { mode: store, path: resolve(storePath), maxBytes: storeMaxBytes };
}
