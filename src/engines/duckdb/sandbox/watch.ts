import { parentPort } from 'node:worker_threads';

// A thread beside the one that runs callers' SQL, which may be at work on one value for seconds: it ends the process that takes
// more memory than it may have, or that nobody is there for any more. It looks only while a query runs.

/** What the thread is told: how many bytes of memory the process may take, and whether a query runs. */
export type ToWatch = { readonly mostResidentBytes: number } | { readonly isBusy: boolean };

/** How often it looks: DuckDB takes some 2 MB in a millisecond. */
const LOOK_MS = 10;

const service = process.ppid;
let mostResidentBytes = Infinity;
let looking: NodeJS.Timeout | undefined;

parentPort?.on('message', (message: ToWatch) => {
  if ('mostResidentBytes' in message) ({ mostResidentBytes } = message);
  else {
    clearInterval(looking);
    if (message.isBusy) looking = setInterval(look, LOOK_MS);
  }
});

function look(): void {
  // A process whose own has gone is given to another one.
  const isOrphan = process.ppid !== service;
  if (isOrphan || process.memoryUsage.rss() > mostResidentBytes) process.kill(process.pid, 'SIGKILL');
}
