import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '../config/config.module.js';
import { type Settings } from '../config/settings.js';
import { EngineModule } from '../engines/engine.module.js';
import { Engine } from '../engines/engine.js';
import { type Terminal } from './command-context.js';
import { CommandLogger } from './output/command-logger.js';

@Module({})
class EngineAlone {
  static forRoot(settings: Settings): DynamicModule {
    return { module: EngineAlone, imports: [ConfigModule.forRoot(settings), EngineModule] };
  }
}

/** Opens the engine for checks alone, and closes it after the work. */
export async function withEngine<T>(
  settings: Settings,
  err: Terminal,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const level = settings.logLevel === 'log' ? 'warn' : settings.logLevel;
  const app = await NestFactory.createApplicationContext(EngineAlone.forRoot(settings), {
    abortOnError: false,
    logger: new CommandLogger(err, level),
  });
  try {
    const engine = app.get<Engine>(Engine);
    await engine.open('check');
    return await work(engine);
  } finally {
    await app.close();
  }
}
