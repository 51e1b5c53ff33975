import { readFileSync, readlinkSync } from 'node:fs';

/** The system's id of the calling thread; undefined on all systems but Linux. */
export function ownThreadId(): number | undefined {
  try {
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    return Number.isSafeInteger(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds of a processor that a thread of this process has had; undefined where the system does not count them, or when it has ended. */
export function processorMs(threadId: number | undefined): number | undefined {
  if (threadId === undefined) return undefined;
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ');
    return /^\d+$/.test(nanoseconds) ? Number(nanoseconds) / 1e6 : undefined;
  } catch {
    return undefined;
  }
}
