import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { Settings } from '../config/settings.js';
import { createEngine } from './create-engine.js';
import { Engine } from './engine.js';

/** Provides the engine that the settings name. The starter of the application opens it, and it is closed with the application. */
@Module({
  providers: [{ provide: Engine, inject: [Settings, Clock], useFactory: createLoggingEngine }],
  exports: [Engine],
})
export class EngineModule implements OnApplicationShutdown {
  constructor(@Inject(Engine) private readonly engine: Engine) {}

  onApplicationShutdown(): Promise<void> {
    return this.engine.close();
  }
}

async function createLoggingEngine(settings: Settings, clock: Clock): Promise<Engine> {
  const logger = new Logger('Engine');
  return createEngine(settings, clock, (line, isRoutine = false) => {
    logger[isRoutine ? 'debug' : 'log'](line);
  });
}
