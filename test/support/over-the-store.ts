import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine } from '../../src/engines/engine.js';
import { DuckDbEngine, type DuckDbOptions } from '../../src/engines/duckdb/duckdb.engine.js';
import { eventually } from './eventually.js';

// Has each engine of a spec read its tables from the store: the same specs have to hold as over the files.

/** The process that writes has the lowest priority: beside busy cores it comes to its work late. */
const WRITTEN_MS = 280_000;

const stores = new WeakMap<DuckDbEngine, string>();

const { open, close } = Object.getOwnPropertyDescriptors(DuckDbEngine.prototype);

Object.defineProperties(DuckDbEngine.prototype, {
  open: {
    ...open,
    async value(this: DuckDbEngine, purpose: 'run' | 'check') {
      const path = await mkdtemp(join(tmpdir(), 'quern-store-'));
      stores.set(this, path);
      const engine = this as unknown as { options: DuckDbOptions };
      engine.options = { ...engine.options, store: { mode: 'on', path, maxBytes: 1e9 } };
      await open.value?.call(this, purpose);
      if (purpose === 'run') await inStore(this);
    },
  },
  close: {
    ...close,
    async value(this: DuckDbEngine) {
      await close.value?.call(this);
      const path = stores.get(this);
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  },
});

/** Until each table of files is read from the store, or it is said why not. */
async function inStore(engine: DuckDbEngine): Promise<void> {
  const { data } = engine as Engine;
  // Data that are a database are read as they are.
  if (!data || !engine.activity.store) return;
  data.onDoubt(async () => Promise.resolve());
  const files = (await engine.describeTables()).filter(({ columns, files }) => columns.length > 0 && files.length > 0);
  await eventually(() => {
    const refused = engine.dataProblems.filter(({ message }) => message.includes('not from the store')).length;
    return (engine.activity.store?.tables ?? 0) + refused >= files.length;
  }, WRITTEN_MS);
}
