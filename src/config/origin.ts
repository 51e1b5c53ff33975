import { resolve } from 'node:path';
import { packageVersion } from './package-root.js';
import { type Settings } from './settings.js';

/**
 * What results depend on beside an endpoint's file and the parameters, as one text: where the rows come from, how they are written, and
 * by which version of Quern: another one may compile the same SQL otherwise. Replicas share results only where it is the same.
 */
export function originOf(settings: Settings, version = packageVersion()): string {
  const { timestamps, numbers } = settings;
  const [engine, ...source] = sourceOf(settings);
  return JSON.stringify([version, engine, timestamps, numbers, ...source]);
}

/** Whose budgets are the same, as one text: those who run on the same data, by whichever version and in whichever form. */
export function payerOf(settings: Settings): string {
  return JSON.stringify(sourceOf(settings));
}

function sourceOf(settings: Settings): readonly (string | undefined)[] {
  const { engine, bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint } = settings;
  return engine === 'duckdb'
    ? [engine, resolve(settings.dataPath)]
    : [engine, bigqueryProject, bigqueryDataset, bigqueryLocation, bigqueryApiEndpoint];
}
