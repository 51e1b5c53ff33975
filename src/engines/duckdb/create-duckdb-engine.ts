import { Logger } from '@nestjs/common';
import { type Clock } from '../../config/clock.js';
import { usesSampleData } from '../../config/data.js';
import { type Settings } from '../../config/settings.js';
import { DuckDbEngine, type DuckDbOptions } from './duckdb.engine.js';
import { sandboxMemory } from './sandbox/sandbox-memory.js';

export function createDuckDbEngine(settings: Settings, clock: Clock): DuckDbEngine {
  const logger = new Logger('Engine');
  return new DuckDbEngine({
    ...duckDbOptions(settings, clock),
    progress: (line) => {
      logger.log(line);
    },
  });
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
    progress: () => undefined,
  };
}
