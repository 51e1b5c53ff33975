import { setImmediate } from 'node:timers/promises';

/** Far more than anything waited for takes; a test that gets here has failed. */
const DEADLINE_MS = 10_000;

/** Lets everything else run until a condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(condition)}`);
    await setImmediate();
  }
}
