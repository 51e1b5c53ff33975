import { type Settings } from '../config/settings.js';
import { KeptFiles } from '../registry/kept/kept-files.js';
import { Registry } from '../registry/registry.service.js';
import { type Terminal } from './command-context.js';
import { commandLogger, withClosedEngine } from './with-engine.js';

/** Opens engine and registry for a command that lists all endpoints and runs none, and closes them after it. */
export async function withRegistry<T>(
  settings: Settings,
  err: Terminal,
  work: (registry: Registry) => Promise<T>,
): Promise<T> {
  return withClosedEngine(settings, err, async (engine) => {
    const registry = new Registry(settings, engine, commandLogger(err, settings), KeptFiles.for(settings, engine));
    await registry.assertFolder();
    await engine.open('check');
    await registry.open();
    return work(registry);
  });
}
