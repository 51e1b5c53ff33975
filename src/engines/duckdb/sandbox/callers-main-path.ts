import { fileURLToPath } from 'node:url';

/** The file that a process for callers' SQL runs. */
export const CALLERS_MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
