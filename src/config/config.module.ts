import { type DynamicModule, Module } from '@nestjs/common';
import { Settings } from './settings.js';

/** Gives everybody the settings. They are read before Nest starts, so that bad ones are reported without it. */
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
