import { parentPort, workerData } from 'node:worker_threads';

// A thread beside the one that runs callers' SQL, which may be at work on one value for seconds: it ends the process that takes
// more memory than it may have, or that nobody is there for any more. It looks only while a query runs.

/** What the thread is given. */
export interface Watched {
  /** Bytes of memory that the process may take. */
  readonly mostResidentBytes: number;
}

/** How often it looks: DuckDB takes some 2 MB in a millisecond. */
const LOOK_MS = 10;

const { mostResidentBytes } = workerData as Watched;
const service = process.ppid;
let looking: NodeJS.Timeout | undefined;

// It is told whether a query runs.
parentPort?.on('message', (isBusy: boolean) => {
  clearInterval(looking);
  if (isBusy) looking = setInterval(look, LOOK_MS);
});

function look(): void {
  // A process whose own has gone is given to another one.
  const isOrphan = process.ppid !== service;
  if (isOrphan || process.memoryUsage.rss() > mostResidentBytes) process.kill(process.pid, 'SIGKILL');
}
