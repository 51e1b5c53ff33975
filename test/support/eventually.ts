import { setImmediate } from 'node:timers/promises';

/** Far more than anything waited for takes, on a machine however busy; a test that gets here has failed. */
const DEADLINE_MS = 90_000;

/** Lets everything else run until a condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(condition)}`);
    await setImmediate();
  }
}
