import { type Settings, SETTINGS } from './settings.js';

const SAMPLE_DATA = SETTINGS.find(({ property }) => property === 'dataPath')?.default;

/** Whether the operator has named no data: the embedded engine then makes sample logs, and calls about them can be shown. */
export function usesSampleData({ engine, dataPath }: Settings): boolean {
  return engine === 'duckdb' && dataPath === SAMPLE_DATA;
}

/** Prefix of a command that has the sample logs instead of other data; undefined where the engine makes none. */
export function sampleDataChoice(settings: Settings): string | undefined {
  if (settings.engine !== 'duckdb') return undefined;
  return usesSampleData(settings) ? '' : `QUERN_DATA=${SAMPLE_DATA} `;
}

/** Place of the rows, as the operator has named it. */
export function dataName({ engine, dataPath, bigqueryProject = '', bigqueryDataset = '' }: Settings): string {
  return engine === 'duckdb' ? dataPath : `${bigqueryProject}.${bigqueryDataset}`;
}

/** Settings for the files of a folder in place of the operator's data. */
export function overFiles(settings: Settings, folder: string): Settings {
  return { ...settings, engine: 'duckdb', dataPath: folder };
}
