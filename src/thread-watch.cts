import { readdirSync } from 'node:fs';

/**
 * Makes a function that returns the threads of this process that have begun since, by the kernel's ids: all but JavaScript's own and V8's,
 * if it is made first of all. None outside Linux.
 */
export function threadWatch(): () => readonly number[] {
  const first = threadIds();
  return () => threadIds().filter((id) => !first.includes(id));
}

/** The threads of this process; none where the system does not tell. */
export function threadIds(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
