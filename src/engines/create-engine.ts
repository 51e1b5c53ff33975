import { type Clock } from '../config/clock.js';
import { type Settings } from '../config/settings.js';
import { type Engine, type Progress } from './engine.js';

/**
 * Makes the engine that the settings name. `progress` hears of work that takes a while when it is opened. Only that engine is loaded:
 * either takes a tenth of a second and more.
 */
export async function createEngine(settings: Settings, clock: Clock, progress: Progress): Promise<Engine> {
  if (settings.engine === 'bigquery') {
    const { createBigQueryEngine } = await import('./bigquery/create-bigquery-engine.js');
    return createBigQueryEngine(settings);
  }
  const { createDuckDbEngine } = await import('./duckdb/create-duckdb-engine.js');
  return createDuckDbEngine(settings, clock, progress);
}
