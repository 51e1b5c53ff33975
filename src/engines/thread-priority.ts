import { getPriority, platform, setPriority } from 'node:os';

/**
 * How much the threads give way to those that write answers, of which each gets a processor that all of them want: queries get a
 * tenth of it. Beside queries, the threads that compile callers' SQL get a quarter, and those that run it an eighth. Of one that
 * nobody else wants, each has the whole.
 */
export const NICE = { queries: 10, callersCompiler: 15, callersQueries: 19 } as const;

/** Lets others go before these threads; none is raised. Linux alone has priorities of single threads. */
export function lowerPriority(threads: readonly number[], nice: number): void {
  for (const id of threads) {
    try {
      if (getPriority(id) < nice) setPriority(id, nice);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The same for the thread that calls this. */
export function lowerOwnPriority(nice: number): void {
  if (platform() === 'linux') setPriority(nice);
}
