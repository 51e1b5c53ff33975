import { fileURLToPath } from 'node:url';

export const STORE_MAIN = fileURLToPath(new URL('./store-main.js', import.meta.url));
