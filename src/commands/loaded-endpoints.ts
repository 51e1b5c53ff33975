import { type Settings } from '../config/settings.js';
import { KeptFiles } from '../registry/kept/kept-files.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { type Terminal } from './command-context.js';
import { commandLogger, withClosedEngine } from './with-engine.js';

/** All endpoints that would be served, for a command that runs none. */
export async function loadedEndpoints(settings: Settings, err: Terminal): Promise<readonly LoadedEndpoint[]> {
  return withClosedEngine(settings, err, async (engine) => {
    const registry = new Registry(settings, engine, commandLogger(err, settings), KeptFiles.for(settings, engine));
    await registry.assertFolder();
    await engine.open('check');
    await registry.open();
    return registry.list();
  });
}
