/** Milliseconds by a clock that all threads of the process share; `performance.now()` begins anew in each. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
