import { getPriority, platform, setPriority } from 'node:os';

/**
 * Nice values by which threads give way to those that write answers. When they compete for a processor, threads that run ordinary queries
 * get a tenth of it; threads that compile or run callers' SQL get an eighth of what those get. An idle processor is theirs.
 */
export const NICE = { queries: 10, sandbox: 19 } as const;

/** Lowers the priority of these threads; none is raised. Only Linux has priorities of single threads. */
export function lowerPriority(threads: readonly number[], nice: number): void {
  for (const id of threads) {
    try {
      if (getPriority(id) < nice) setPriority(id, nice);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}

/** Lowers the priority of the calling thread. */
export function lowerOwnPriority(nice: number): void {
  // 0 means the calling thread.
  if (platform() === 'linux') lowerPriority([0], nice);
}
