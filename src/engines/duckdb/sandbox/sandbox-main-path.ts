import { fileURLToPath } from 'node:url';

export const SANDBOX_MAIN = fileURLToPath(new URL('./sandbox-main.js', import.meta.url));
