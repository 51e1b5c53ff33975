import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Engine } from '../../../src/engines/engine.js';
import { ServiceLogger } from '../../../src/logs/service-logger.js';
import { lowerPriority, NICE } from '../../../src/engines/thread-priority.js';
import { readSettings } from '../../../src/config/read-settings.js';
import { openService } from '../../../src/service.js';
import { KEY } from '../key.js';
import { answerParent } from '../parent.js';
import { type Store } from '../store.js';
import { portOf } from './port-of.js';

/** The service as `quern serve` opens it, over the benchmark's endpoints and tables. */
export function serve(laterThreads: () => readonly number[]): void {
  answerParent(async ({ folder, endpoints, data, kept }: Store) => {
    const settings = readSettings({
      QUERN_PORT: '0',
      QUERN_ENDPOINTS: endpoints,
      QUERN_DATA: data,
      QUERN_API_KEY: KEY,
      QUERN_KEYS_FILE: join(folder, 'keys.yaml'),
      QUERN_STORE: kept === undefined ? 'off' : 'on',
      QUERN_STORE_PATH: join(folder, 'store'),
    });
    const { app } = await openService(settings, { logger: new ServiceLogger({ ...settings, logLevel: 'warn' }) });
    lowerPriority(laterThreads(), NICE.queries);
    await app.listen(0, '127.0.0.1');
    const engine = app.get<Engine>(Engine);
    while ((engine.activity.store?.tables ?? 0) < (kept ?? 0)) await setTimeout(50);
    return portOf(app.getHttpServer());
  });
}
