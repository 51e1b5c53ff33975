import { type EndedRun } from '../answers/ended-run.js';

export const MAX_RECENT_RUNS = 20;

/** A run that is over, without its values: `LAST_RUN` is its schema. */
export type RecentRun = ReturnType<typeof recentRun>;

export function recentRun(run: EndedRun) {
  const { endedAt, cause, outcome, errorCode, waitedMs, ranMs, result, answerBytes, cost } = run;
  return {
    at: endedAt.toISOString(),
    cause,
    outcome,
    error: errorCode ?? null,
    waited_ms: tenths(waitedMs),
    ran_ms: tenths(ranMs),
    rows: result?.rows ?? null,
    // Bytes of the rows in the answer.
    answer_bytes: answerBytes ?? null,
    bytes_processed: cost?.bytesProcessed ?? null,
    bytes_billed: cost?.bytesBilled ?? null,
  };
}

export function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
