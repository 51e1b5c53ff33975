import { resolve } from 'node:path';
import { type Settings } from './settings.js';

/**
 * What results depend on beside an endpoint's file and the parameters, as one text: where the rows come from, and how
 * they are written. Replicas share results only where it is the same.
 */
export function originOf(settings: Settings): string {
  const { engine, timestamps, numbers } = settings;
  const { bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint } = settings;
  const source =
    engine === 'duckdb'
      ? [resolve(settings.dataPath)]
      : [bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint];
  return JSON.stringify([engine, timestamps, numbers, ...source]);
}
