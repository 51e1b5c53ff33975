import { join } from 'node:path';

// In place of the `…-path.ts` of processes and threads: Node runs what has been built, and no sources.

export const SANDBOX_MAIN = built('duckdb/sandbox/sandbox-main.js');
export const SANDBOX_COMPILER_MAIN = built('sandbox/sandbox-compiler-main.js');

function built(path: string): string {
  return join(__dirname, '../../dist/engines', path);
}
