import { type Clock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { usesSampleData } from '../config/sample-data.js';
import { BigQueryRehearsal } from './bigquery/bigquery-rehearsal.js';
import { createBigQueryEngine } from './bigquery/create-bigquery-engine.js';
import { DuckDbRehearsal } from './duckdb/duckdb-rehearsal.js';
import { type EmbeddedRehearsal, type Rehearsal } from './rehearsal.js';

/** The embedded engine for tests. Of the operator's data it needs the tables' columns. */
export function createEmbeddedRehearsal(settings: Settings, clock: Clock): EmbeddedRehearsal {
  return new DuckDbRehearsal({
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
export function createRehearsal(settings: Settings, embedded: EmbeddedRehearsal, clock: Clock): Rehearsal {
  return settings.engine === embedded.name ? embedded : new BigQueryRehearsal(createBigQueryEngine(settings), clock);
}
