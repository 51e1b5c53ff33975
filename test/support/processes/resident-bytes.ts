import { readFileSync } from 'node:fs';

/** What Linux says that a process has in memory; 0 elsewhere, and of one that has ended. */
export function residentBytes(pid: number | undefined): number {
  try {
    return 4096 * Number(readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1]);
  } catch {
    return 0;
  }
}
