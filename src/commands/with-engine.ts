import { systemClock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { createEngine } from '../engines/create-engine.js';
import { type Engine } from '../engines/engine.js';
import { type Terminal } from './command-context.js';
import { CommandLogger } from './output/command-logger.js';

export function commandLogger(err: Terminal, { logLevel }: Settings): CommandLogger {
  // What is worth a line there is no news to whoever has typed a command.
  return new CommandLogger(err, logLevel === 'log' ? 'warn' : logLevel);
}

/**
 * Opens the engine, for checks alone unless rows are wanted, and closes it after the work. Nest, which takes longer to load than a few files
 * to check, has no part in it.
 */
export async function withEngine<T>(
  settings: Settings,
  err: Terminal,
  work: (engine: Engine) => Promise<T>,
  purpose: 'run' | 'check' = 'check',
): Promise<T> {
  return withClosedEngine(settings, err, async (engine) => {
    await engine.open(purpose);
    return work(engine);
  });
}

/** The same of an engine that the work has to open first. */
export async function withClosedEngine<T>(
  settings: Settings,
  err: Terminal,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const logger = commandLogger(err, settings);
  const engine = await createEngine(settings, systemClock, (line) => {
    logger.log(line);
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
