import { setImmediate, setTimeout } from 'node:timers/promises';

/** Far more than anything waited for takes, on a machine however busy; a test that gets here has failed. */
const DEADLINE_MS = 90_000;

/** What takes longer leaves the processor to those that are waited for between two looks. */
const SOON_MS = 50;

/** Lets everything else run until a condition holds. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  deadlineMs: number = DEADLINE_MS,
): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - began;
    if (waited > deadlineMs) throw new Error(`never came true: ${String(condition)}`);
    await (waited < SOON_MS ? setImmediate() : setTimeout(1));
  }
}
