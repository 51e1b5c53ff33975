import { resolve } from 'node:path';
import { packageVersion } from './package-root.js';
import { type Settings } from './settings.js';

/**
 * Everything beside an endpoint's file and the parameters that results depend on, as one text: the source of the rows, their formats, and
 * Quern's version, since another one may compile the same SQL otherwise. Replicas share results only where it is the same.
 */
export function originOf(settings: Settings, version = packageVersion()): string {
  const { timestamps, numbers } = settings;
  const [engine, ...source] = sourceOf(settings);
  return JSON.stringify([version, engine, timestamps, numbers, ...source]);
}

/** The identity of the budgets, as one text: replicas on the same data share them, in any version and format. */
export function payerOf(settings: Settings): string {
  return JSON.stringify(sourceOf(settings));
}

function sourceOf(settings: Settings): readonly (string | undefined)[] {
  const { engine, bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint } = settings;
  return engine === 'duckdb'
    ? [engine, resolve(settings.dataPath)]
    : [engine, bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint];
}
