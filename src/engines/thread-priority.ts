import { setPriority } from 'node:os';

/** A tenth of what others get of a processor that all of them want; the whole of one that nobody else wants. */
const NICE = 10;

/**
 * Lets the thread that writes answers go before those that run and compress queries, so that clients whose answer is in
 * memory do not wait for those whose is not. Linux alone has priorities of single threads.
 */
export function lowerPriority(threads: readonly number[]): void {
  for (const id of threads) {
    try {
      setPriority(id, NICE);
    } catch {
      // It has ended meanwhile.
    }
  }
}
