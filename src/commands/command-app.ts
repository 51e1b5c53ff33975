import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AgentsModule } from '../agents/agents.module.js';
import { ConfigModule } from '../config/config.module.js';
import { type Settings } from '../config/settings.js';
import { Engine } from '../engines/engine.js';
import { ExecutionModule } from '../execution/execution.module.js';
import { Registry } from '../registry/registry.service.js';
import { type Terminal } from './command-context.js';
import { CommandLogger } from './output/command-logger.js';

/** The stages of the service without its HTTP side. */
@Module({ imports: [ExecutionModule, AgentsModule] })
class CommandAppModule {}

/** Opens registry and engine for a command that runs endpoints, and closes them after it. @param reference the endpoint that it cannot do without */
export async function withCommandApp<T>(
  settings: Settings,
  { err, reference }: { readonly err: Terminal; readonly reference?: string },
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const stages = { module: CommandAppModule, imports: [ConfigModule.forRoot(settings)] };
  const logger = new CommandLogger(err, settings.logLevel);
  const app = await NestFactory.createApplicationContext(stages, { abortOnError: false, logger });
  try {
    const registry = app.get(Registry);
    await registry.assertFolder();
    await app.get<Engine>(Engine).open('run');
    await registry.openFor(...(reference === undefined ? [] : [reference]));
    return await work(app);
  } finally {
    await app.close();
  }
}
