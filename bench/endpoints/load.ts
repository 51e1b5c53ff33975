import { Logger } from '@nestjs/common';
import { join } from 'node:path';
import { readSettings } from '../../src/config/read-settings.js';
import { type Settings } from '../../src/config/settings.js';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { KeptFiles } from '../../src/registry/kept/kept-files.js';
import { Registry } from '../../src/registry/registry.service.js';

export interface Load {
  readonly settings: Settings;
  readonly engine: DuckDbEngine;
  readonly registry: Registry;
  readonly seconds: number;
  /** Processor time of all threads. */
  readonly cpuSeconds: number;
}

/** Loads the endpoints of a folder, which has folders for data and for the results of earlier checks as well. */
export async function load(folder: string): Promise<Load> {
  const settings = readSettings({
    QUERN_ENDPOINTS: join(folder, 'endpoints'),
    QUERN_DATA: join(folder, 'data'),
    QUERN_CHECKED: join(folder, 'checked'),
  });
  const engine = new DuckDbEngine({
    dataPath: settings.dataPath,
    sample: false,
    connections: settings.duckdbConnections,
    queueMax: settings.queueMax,
    memoryLimitBytes: undefined,
    threads: undefined,
    sandbox: { processes: 1, memoryLimitBytes: 500_000_000 },
    timestamps: settings.timestamps,
    numbers: settings.numbers,
    clock: Date.now,
    progress: () => undefined,
  });
  await engine.open('run');
  const registry = new Registry(settings, engine, new Logger('Endpoints'), KeptFiles.for(settings, engine));
  const started = performance.now();
  const before = process.cpuUsage();
  await registry.open();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1000;
  return { settings, engine, registry, seconds, cpuSeconds: (user + system) / 1e6 };
}
