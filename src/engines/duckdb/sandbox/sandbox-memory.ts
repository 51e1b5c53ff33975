import { totalmem } from 'node:os';

/** With less, a process does not get beyond its start. */
const LEAST = 256 * 2 ** 20;

/** More is for an operator to allow. */
const MOST = 2 * 2 ** 30;

/** Bytes of memory that one process for callers' SQL may take where nobody says: a quarter of what the machine or the container has. */
export function sandboxMemory(): number {
  // 0 is unknown, and a container without a limit has more than any machine.
  const constrained = process.constrainedMemory() || Infinity;
  return Math.max(LEAST, Math.min(MOST, Math.floor(Math.min(constrained, totalmem()) / 4)));
}
