import { rm } from 'node:fs/promises';
import { DuckDbEngine } from '../src/engines/duckdb/duckdb.engine.js';
import { dataFolder, duckDbOptions } from './support/duckdb.js';
import { describeEngine } from './support/engine-contract.js';

describeEngine('DuckDB', async (options) => {
  const folder = await dataFolder({});
  const engine = new DuckDbEngine({ ...duckDbOptions(folder), ...options });
  await engine.open('run');
  return {
    engine,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
