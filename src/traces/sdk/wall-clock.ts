/** Milliseconds by which the clocks may differ before it counts as the wall clock having been set. */
const STEP_MS = 20;

let offset = Date.now() - performance.now();

/**
 * A time of `performance.now()` in milliseconds since the epoch. Times that are near each other are converted alike, so that a span that
 * began after another one does not seem to have begun before it.
 */
export function epochMs(at: number): number {
  const now = Date.now() - performance.now();
  if (Math.abs(now - offset) > STEP_MS) offset = now;
  return offset + at;
}
