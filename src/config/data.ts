import { type Settings, SETTINGS } from './settings.js';

/** Where the embedded engine keeps the sample logs that it makes where no data is named. */
export const SAMPLE_DATA = SETTINGS.find(({ property }) => property === 'dataPath')?.default;

/** The operator has named no data: the embedded engine then makes sample logs, and calls about them can be shown. */
export function usesSampleData({ engine, dataPath }: Settings): boolean {
  return engine === 'duckdb' && dataPath === SAMPLE_DATA;
}

/** Where the rows are, as the operator has named it. */
export function dataName({ engine, dataPath, bigqueryProject = '', bigqueryDataset = '' }: Settings): string {
  return engine === 'duckdb' ? dataPath : `${bigqueryProject}.${bigqueryDataset}`;
}

/** The same over the files of a folder, whatever else the operator has named. */
export function overFiles(settings: Settings, folder: string): Settings {
  return { ...settings, engine: 'duckdb', dataPath: folder };
}
