import { fileURLToPath } from 'node:url';

/** The file that the process which writes the store runs. */
export const STORE_MAIN = fileURLToPath(new URL('./store-main.js', import.meta.url));
