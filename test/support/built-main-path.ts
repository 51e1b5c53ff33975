import { join } from 'node:path';

/** In place of `callers/main-path.ts`: Node runs what has been built, and no sources. */
export const MAIN_PATH = join(__dirname, '../../dist/engines/duckdb/callers/main.js');
