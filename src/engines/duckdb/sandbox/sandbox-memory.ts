import { totalmem } from 'node:os';

/** Least memory of a process: with less, it cannot start. */
const MIN_BYTES = 256 * 2 ** 20;

/** Greatest default; the operator has to set more. */
const MAX_BYTES = 2 * 2 ** 30;

/** Bytes of memory that one process for callers' SQL may take by default: a quarter of the machine's or the container's. */
export function sandboxMemory(): number {
  // 0 means unknown; in a container without a limit the number is larger than any machine's memory.
  const constrained = process.constrainedMemory() || Infinity;
  return Math.max(MIN_BYTES, Math.min(MAX_BYTES, Math.floor(Math.min(constrained, totalmem()) / 4)));
}
