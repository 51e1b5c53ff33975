import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { Engine } from './engine.js';

/** The engine that the settings name. It is opened by whoever starts the application, and closed with it. */
@Module({
  providers: [{ provide: Engine, inject: [Settings, Clock], useFactory: createEngine }],
  exports: [Engine],
})
export class EngineModule implements OnApplicationShutdown {
  constructor(@Inject(Engine) private readonly engine: Engine) {}

  onApplicationShutdown(): Promise<void> {
    return this.engine.close();
  }
}

/** Only the engine that is wanted is loaded: either takes a tenth of a second and more. */
async function createEngine(settings: Settings, clock: Clock): Promise<Engine> {
  if (settings.engine === 'bigquery') {
    const { createBigQueryEngine } = await import('./bigquery/create-bigquery-engine.js');
    return createBigQueryEngine(settings);
  }
  const { createDuckDbEngine } = await import('./duckdb/create-duckdb-engine.js');
  return createDuckDbEngine(settings, clock);
}
