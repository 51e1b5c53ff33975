import { readdirSync } from 'node:fs';

/**
 * Tells, whenever it is called, which threads of this process have begun since: all but JavaScript's own and V8's, if it is
 * made first of all. By the ids that the kernel gives them; only Linux tells.
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
