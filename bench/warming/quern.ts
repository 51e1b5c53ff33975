import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccessService } from '../../src/access/access.service.js';
import { Budgets } from '../../src/budgets/budgets.service.js';
import { Book, Spending } from '../../src/budgets/spending.js';
import { ResultCacheModule } from '../../src/cache/cache.module.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { readSettings } from '../../src/config/read-settings.js';
import { Engine } from '../../src/engines/engine.js';
import { RequestedResults } from '../../src/execution/requested-results.service.js';
import { Executor } from '../../src/execution/executor.service.js';
import { ResultLoader } from '../../src/execution/result-loader.service.js';
import { EndpointStats } from '../../src/execution/endpoint-stats.service.js';
import { Runner } from '../../src/execution/runner.service.js';
import { Verification } from '../../src/execution/verification.service.js';
import { VisibleEndpoints } from '../../src/registry/visible-endpoints.service.js';
import { LimitsModule } from '../../src/limits/limits.module.js';
import { Registry } from '../../src/registry/registry.service.js';
import { ExpectedResults } from '../../src/warming/expected-results.service.js';
import { Warming } from '../../src/warming/warming.service.js';
import { TracesModule } from '../../src/traces/traces.module.js';
import { type Setting } from './setting.js';
import { type SimulatedClock } from './simulated-clock.js';
import { type SimulatedEngine } from './simulated-engine.js';

/** The endpoint of the simulation; its parameter is the key. */
export const ENDPOINT = 'simulated';
export const PARAMETER = 'key';

const SILENT = { log: () => undefined, warn: () => undefined };

export interface Quern {
  readonly executor: Executor;
  readonly warming: Warming;
  close(): Promise<void>;
}

/** The service's own classes behind its HTTP interface, with another engine and another time. Nobody ticks but the caller. */
export async function openQuern(
  time: SimulatedClock,
  engine: SimulatedEngine,
  setting: Setting,
  warmingConcurrency: number,
  learns: boolean,
): Promise<Quern> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
  try {
    await writeFile(join(folder, 'simulated.yaml'), endpointFile(setting));
    const settings = readSettings({
      QUERN_ENDPOINTS: folder,
      QUERN_WARMING_CONCURRENCY: String(warmingConcurrency),
      QUERN_WARMING_LEARNS: learns ? 'on' : 'off',
    });
    // The modules of these classes would bring the settings' engine and a timer of their own.
    @Module({
      imports: [ConfigModule.forRoot(settings, time.clock), LimitsModule, ResultCacheModule, TracesModule],
      providers: [
        { provide: Engine, useValue: engine },
        AccessService,
        Budgets,
        { provide: Book, useClass: Spending },
        RequestedResults,
        EndpointStats,
        Executor,
        ExpectedResults,
        { provide: Registry, useValue: new Registry(settings, engine, SILENT) },
        ResultLoader,
        Runner,
        Verification,
        VisibleEndpoints,
        Warming,
      ],
    })
    class SimulationModule {}

    const app = await NestFactory.createApplicationContext(SimulationModule, { logger: false, abortOnError: false });
    await app.get(Registry).open();
    return { executor: app.get(Executor), warming: app.get(Warming), close: () => app.close() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** JSON is YAML. */
function endpointFile({ cachingMs, cacheWarmingMs }: Setting): string {
  return JSON.stringify({
    id: '00000000-0000-4000-8000-000000000000',
    name: ENDPOINT,
    parameters: { [PARAMETER]: { type: 'integer', required: true } },
    caching: cachingMs / 1000,
    cache_warming: cacheWarmingMs / 1000,
    query: `SELECT @${PARAMETER} AS n`,
  });
}
