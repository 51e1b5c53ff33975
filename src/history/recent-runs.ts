import { type EndedRun, type RunCause, type RunOutcome } from '../answers/ended-run.js';

export const MAX_RECENT_RUNS = 20;

/** A run that is over, without its values: `RECENT_RUN` is its schema. */
export interface RecentRun {
  /** End of the run, ISO 8601. */
  readonly at: string;
  readonly cause: RunCause;
  readonly outcome: RunOutcome;
  /** Code of its failure. */
  readonly error: string | null;
  readonly waited_ms: number;
  readonly ran_ms: number;
  readonly rows: number | null;
  /** Bytes of the rows, as an answer has them. */
  readonly answer_bytes: number | null;
  readonly bytes_processed: number | null;
  readonly bytes_billed: number | null;
}

export function recentRun(run: EndedRun): RecentRun {
  const { endedAt, cause, outcome, errorCode, waitedMs, ranMs, result, answerBytes, cost } = run;
  return {
    at: endedAt.toISOString(),
    cause,
    outcome,
    error: errorCode ?? null,
    waited_ms: tenths(waitedMs),
    ran_ms: tenths(ranMs),
    rows: result?.rows ?? null,
    answer_bytes: answerBytes ?? null,
    bytes_processed: cost?.bytesProcessed ?? null,
    bytes_billed: cost?.bytesBilled ?? null,
  };
}

export function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
