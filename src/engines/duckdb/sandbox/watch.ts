import { parentPort } from 'node:worker_threads';

// A thread beside the one that runs callers' SQL, which may be busy with one value for seconds. It ends the process when that takes more
// memory than it may, or when the service has ended. It looks only while a query runs.

/** Messages to the thread: the bytes of memory that the process may take, and whether a query runs. */
export type ToWatch = { readonly maxResidentBytes: number } | { readonly isBusy: boolean };

/** Milliseconds between two looks: DuckDB allocates up to some 2 MB in a millisecond. */
const LOOK_MS = 10;

const service = process.ppid;
let maxResidentBytes = Infinity;
let timer: NodeJS.Timeout | undefined;

parentPort?.on('message', (message: ToWatch) => {
  if ('maxResidentBytes' in message) ({ maxResidentBytes } = message);
  else {
    clearInterval(timer);
    if (message.isBusy) timer = setInterval(look, LOOK_MS);
  }
});

function look(): void {
  // The children of a parent process that has ended get another parent.
  const isOrphan = process.ppid !== service;
  if (isOrphan || process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL');
}
