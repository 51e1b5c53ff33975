import { type Terminal } from '../command-context.js';

const SECOND_MS = 1000;

/** Shows on a terminal how long the work has been running, once it has taken a second; nothing in a pipe. */
export async function showingTime<T>(err: Terminal, work: () => Promise<T>): Promise<T> {
  if (err.isTTY !== true) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    err.write(`\rrunning for ${seconds} s (Ctrl-C cancels)`);
  }, SECOND_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // Carriage return, then "erase to the end of the line" (ECMA-48, EL).
    if (seconds > 0) err.write('\r\u001b[K');
  }
}
