import { totalmem } from 'node:os';

/** With less, a process does not get beyond its start. */
const LEAST = 256 * 2 ** 20;

/** More is for an operator to allow. */
const MOST = 2 * 2 ** 30;

/**
 * Bytes of memory that one process for callers' SQL may take: what the settings say, else a quarter of what the machine or
 * the container has.
 */
export function sandboxMemory(set: number | undefined): number {
  if (set !== undefined) return Math.max(set, LEAST);
  // 0 is unknown, and a container without a limit has more than any machine.
  const constrained = process.constrainedMemory() || Infinity;
  return Math.max(LEAST, Math.min(MOST, Math.floor(Math.min(constrained, totalmem()) / 4)));
}
