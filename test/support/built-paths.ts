import { join } from 'node:path';

// In place of the `…-path.ts` of processes and threads: Node runs what has been built, and no sources.

export const FORM_THREAD_MAIN = built('forms/form-thread-main.js');
export const SANDBOX_MAIN = built('engines/duckdb/sandbox/sandbox-main.js');
export const STORE_MAIN = built('engines/duckdb/store/store-main.js');
export const SANDBOX_COMPILER_MAIN = built('engines/duckdb/sandbox/sandbox-compiler-main.js');
export const SANDBOX_GATE_MAIN = built('engines/bigquery/sandbox/sandbox-gate-main.js');

function built(path: string): string {
  return join(__dirname, '../../dist', path);
}
