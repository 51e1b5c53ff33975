import { parentPort, workerData } from 'node:worker_threads';
import { now } from './now.js';

/** How many requests are due, and how far apart. */
export interface Pace {
  readonly count: number;
  readonly intervalMs: number;
}

// A thread of its own that says when each request is due. Timers of the event loop are a millisecond late or two, which is
// longer than a hit takes.
const { count, intervalMs } = workerData as Pace;
const nobody = new Int32Array(new SharedArrayBuffer(4));
const start = now();
for (let index = 0; index < count; index += 1) {
  const due = start + index * intervalMs;
  const wait = due - now();
  if (wait > 0) Atomics.wait(nobody, 0, 0, wait);
  parentPort?.postMessage(due);
}
