import { fileURLToPath } from 'node:url';

/** The file that a process for callers' SQL runs. */
export const SANDBOX_MAIN = fileURLToPath(new URL('./sandbox-main.js', import.meta.url));
