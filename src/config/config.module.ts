import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { Settings } from './settings.js';

/** Provides the settings and the time. Settings are read before Nest starts, so that bad ones are reported without it. */
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings, clock: Clock = Date.now): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Clock, useValue: clock },
      ],
      exports: [Settings, Clock],
    };
  }
}
