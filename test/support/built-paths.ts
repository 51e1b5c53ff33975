import { join } from 'node:path';

// In place of the `…-path.ts` of processes and threads: Node runs what has been built, and no sources.

export const CALLERS_MAIN = built('duckdb/sandbox/main.js');
export const CALLERS_COMPILER_MAIN = built('sandbox/callers-compiler-main.js');

function built(path: string): string {
  return join(__dirname, '../../dist/engines', path);
}
