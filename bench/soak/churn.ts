import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createKey } from '../../src/access/create-key.js';
import { rotateKey, revokeKey } from '../../src/access/edit-keys.js';
import { CHANGING, endpointText, PASSING, type Store } from './store.js';

const STEP_MS = 500;
const ID = 'soak';

/** An operator who never rests: endpoint files and keys change all the time. */
export class Churn {
  /** Token of the key that is made, rotated and revoked; clients hear of it a moment before the service does. */
  token = 'none-yet-made';
  changes = 0;

  constructor(private readonly store: Store) {}

  async run(signal: AbortSignal): Promise<void> {
    const { keysFile } = this.store;
    const steps = [
      () =>
        this.write(
          CHANGING,
          endpointText(5, { name: 'changing', caching: 20, query: `SELECT ${this.changes} AS version` }),
        ),
      async () => {
        this.token = (await createKey({ keysFile, id: ID, scopes: ['*'] })).token;
      },
      () => this.write(PASSING, endpointText(6, { name: 'passing', caching: 20, query: 'SELECT 1 AS one' })),
      async () => {
        this.token = (await rotateKey({ keysFile, id: ID, graceSeconds: this.changes % 2 })).token;
      },
      // A version that cannot be served: the last good one is served instead.
      () => this.write(CHANGING, endpointText(5, { name: 'changing', caching: 20, query: 'SELECT FROM' })),
      () => rm(join(this.store.endpoints, PASSING)),
      () => revokeKey(keysFile, ID),
    ];
    for (let step = 0; !signal.aborted; step = (step + 1) % steps.length) {
      await steps[step]?.();
      this.changes += 1;
      await setTimeout(STEP_MS);
    }
  }

  private async write(file: string, text: string): Promise<void> {
    const draft = join(this.store.endpoints, `.${file}.draft`);
    await writeFile(draft, text);
    await rename(draft, join(this.store.endpoints, file));
  }
}
