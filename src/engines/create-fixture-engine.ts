import { type Clock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { createBigQueryEngine } from './bigquery/create-bigquery-engine.js';
import { BigQueryFixtureEngine } from './bigquery/fixture-engine.js';
import { duckDbOptions } from './duckdb/create-duckdb-engine.js';
import { DuckDbFixtureEngine } from './duckdb/fixture-engine.js';
import { type EmbeddedFixtureEngine, type FixtureEngine } from './fixture-engine.js';

/** The embedded engine over fixtures. Of the operator's data it needs the tables' columns. */
export function createEmbeddedFixtureEngine(settings: Settings, clock: Clock): EmbeddedFixtureEngine {
  return new DuckDbFixtureEngine({ ...duckDbOptions(settings, clock), connections: 1 });
}

/** The engine that the settings name, over fixtures; `embedded` is the one that is open already. */
export function createFixtureEngine(settings: Settings, embedded: EmbeddedFixtureEngine, clock: Clock): FixtureEngine {
  return settings.engine === embedded.name
    ? embedded
    : new BigQueryFixtureEngine(createBigQueryEngine(settings), clock);
}
