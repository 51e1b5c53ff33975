import { getPriority, platform, setPriority } from 'node:os';

/**
 * How much the threads give way to those that write answers. Of a processor that both want, those that run ordinary queries get a
 * tenth; beside these, those that compile or run SQL of callers' own get an eighth. Of one that nobody else wants, each has
 * the whole.
 */
export const NICE = { queries: 10, sandbox: 19 } as const;

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
  // 0 is whoever asks.
  if (platform() === 'linux') lowerPriority([0], nice);
}
