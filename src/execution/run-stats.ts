import { CACHE_USES, type CacheUse } from '../answers/answer-facts.js';
import { RUN_CAUSES, RUN_OUTCOMES, type RunCause, type RunOutcome } from '../answers/ended-run.js';
import { type ErrorCode } from '../errors/error-codes.js';

/** The result of the last run that succeeded, and its cost. */
export interface LastRun {
  readonly at: string;
  readonly milliseconds: number;
  readonly rows: number;
  readonly bytes_processed?: number | undefined;
  readonly bytes_billed?: number | undefined;
  readonly slot_ms?: number | undefined;
  readonly engine_cache_hit?: boolean | undefined;
  readonly job_id?: string | undefined;
}

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Counts of one endpoint since this process began, for its operator. */
export class RunStats {
  /** Number of answers, by the cache's part and the class of the status. */
  readonly answers = new Float64Array(CACHE_USES.length * STATUS_CLASSES.length);
  /** Sum of the ages of all answers with rows, in seconds; below, of the hits among them. */
  answerAgeSeconds = 0;
  hitAgeSeconds = 0;
  /** Number of runs that have ended, by cause and outcome. */
  readonly runs = new Float64Array(RUN_CAUSES.length * RUN_OUTCOMES.length);
  /** Time of all runs that were not `busy`, without their waiting. */
  engineMilliseconds = 0;
  /** Runs that were begun for a waiting client. */
  misses = 0;
  /** Requests that waited for a run that was already under way. */
  joined = 0;
  /** Runs that were begun ahead of time. */
  refreshes = 0;
  /** Results that were made ahead of time because clients had asked for them on earlier days. */
  expected = 0;
  /** Results that were left to expire because a budget has nothing left for refreshes. */
  leftOut = 0;
  /** Results of other replicas that were taken over instead of being made again. */
  adopted = 0;
  /** Results that were due and not run again, since their tables had not changed. */
  verified = 0;
  /** Bytes that the earlier runs of verified results had been billed for. */
  bytesSaved = 0;
  failures = 0;
  /** Runs whose rows were cut off at `max_rows` or `max_bytes`. */
  truncated = 0;
  /** Results that were evicted to make room for others. */
  evictions = 0;
  /** Cost of all runs, as far as the engine reports it. */
  bytesProcessed = 0;
  bytesBilled = 0;
  slotMilliseconds = 0;
  /** Size of the rows of all runs, as answers have them. */
  answerBytes = 0;
  /** Runs that the engine answered from a cache of its own. */
  engineCacheHits = 0;
  lastRun: LastRun | undefined = undefined;
  lastError: { readonly at: string; readonly code: ErrorCode } | undefined = undefined;

  countAnswer(use: CacheUse, status: number): void {
    const index = CACHE_USES.indexOf(use) * STATUS_CLASSES.length + Math.floor(status / 100) - 2;
    this.answers[index] = (this.answers[index] ?? 0) + 1;
  }

  countRun(cause: RunCause, outcome: RunOutcome): void {
    const index = RUN_CAUSES.indexOf(cause) * RUN_OUTCOMES.length + RUN_OUTCOMES.indexOf(outcome);
    this.runs[index] = (this.runs[index] ?? 0) + 1;
  }

  /** Number of answers with this part of the cache, for any status. */
  answered(use: CacheUse): number {
    const first = CACHE_USES.indexOf(use) * STATUS_CLASSES.length;
    return this.answers.subarray(first, first + STATUS_CLASSES.length).reduce((sum, count) => sum + count, 0);
  }

  /** Adds the counts of another endpoint, for endpoints that are reported together. */
  add(stats: RunStats): void {
    for (const name of SUMS) this[name] += stats[name];
    for (const name of ['answers', 'runs'] as const) {
      for (const [index, count] of stats[name].entries()) this[name][index] = (this[name][index] ?? 0) + count;
    }
  }
}

type Sum = { [K in keyof RunStats]: RunStats[K] extends number ? K : never }[keyof RunStats];

const SUMS = Object.entries(new RunStats()).flatMap(([name, value]) =>
  typeof value === 'number' ? (name as Sum) : [],
);
