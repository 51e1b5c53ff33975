import { resolve } from 'node:path';
import { packageVersion } from './package-root.js';
import { type Settings } from './settings.js';

/**
 * What results depend on beside an endpoint's file and the parameters, as one text: where the rows come from, how they are written, and
 * by which version of Quern: another one may compile the same SQL otherwise. Replicas share results only where it is the same.
 */
export function originOf(settings: Settings, version = packageVersion()): string {
  const { engine, timestamps, numbers } = settings;
  const { bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint } = settings;
  const source =
    engine === 'duckdb'
      ? [resolve(settings.dataPath)]
      : [bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint];
  return JSON.stringify([version, engine, timestamps, numbers, ...source]);
}
