import { type Clock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { usesSampleData } from '../config/sample-data.js';
import { BigQueryFixtureEngine } from './bigquery/fixture-engine.js';
import { createBigQueryEngine } from './bigquery/create-bigquery-engine.js';
import { DuckDbFixtureEngine } from './duckdb/fixture-engine.js';
import { type EmbeddedFixtureEngine, type FixtureEngine } from './fixture-engine.js';

/** The embedded engine for tests. Of the operator's data it needs the tables' columns. */
export function createEmbeddedFixtureEngine(settings: Settings, clock: Clock): EmbeddedFixtureEngine {
  return new DuckDbFixtureEngine({
    dataPath: settings.dataPath,
    sample: usesSampleData({ ...settings, engine: 'duckdb' }),
    connections: 1,
    queueMax: settings.queueMax,
    memoryLimitBytes: settings.duckdbMemoryLimitBytes,
    threads: settings.duckdbThreads,
    // A test is the operator's own.
    callers: 'inProcess',
    timestamps: settings.timestamps,
    clock,
    progress: () => undefined,
  });
}

/** The engine of this name for tests; `embedded` is the one that is open already. */
export function createFixtureEngine(settings: Settings, embedded: EmbeddedFixtureEngine, clock: Clock): FixtureEngine {
  return settings.engine === embedded.name
    ? embedded
    : new BigQueryFixtureEngine(createBigQueryEngine(settings), clock);
}
