import { type Settings } from '../config/settings.js';
import { createEngine } from '../engines/create-engine.js';
import { type Engine } from '../engines/engine.js';
import { type Terminal } from './command-context.js';
import { CommandLogger } from './output/command-logger.js';

export function commandLogger(err: Terminal, { logLevel }: Settings): CommandLogger {
  // Lines of level `log` are no news to a command's user.
  return new CommandLogger(err, logLevel === 'log' ? 'warn' : logLevel);
}

/**
 * Opens the engine, for checks alone unless rows are wanted, and closes it after the work. Nest has no part in it: it takes longer to load
 * than a few files to check.
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

/** Hands over an engine that the work has to open first. */
export async function withClosedEngine<T>(
  settings: Settings,
  err: Terminal,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const logger = commandLogger(err, settings);
  const engine = await createEngine(settings, Date.now, (line) => {
    logger.log(line);
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
