import { CACHE_USES, type CacheUse } from '../answers/answer-facts.js';
import { RUN_CAUSES, RUN_OUTCOMES, type RunCause, type RunOutcome } from '../answers/ended-run.js';
import { type ErrorCode } from '../errors/error-codes.js';

/** What the last run that succeeded brought, and what it cost. */
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

/** What happened to one endpoint since this process began, for its operator. */
export class RunStats {
  /** Answers, by what the cache did and the class of the status (`answerIndex`). */
  readonly answers = new Float64Array(CACHE_USES.length * STATUS_CLASSES.length);
  /** The ages of all answers with rows, added up, in seconds; and of those that were hits. */
  answerAgeSeconds = 0;
  hitAgeSeconds = 0;
  /** Runs that have ended, by cause and outcome (`runIndex`). */
  readonly runs = new Float64Array(RUN_CAUSES.length * RUN_OUTCOMES.length);
  /** How long they took, all but those that were `busy`; the waiting is left out. */
  engineMilliseconds = 0;
  /** Runs that were begun since somebody waited for them. */
  misses = 0;
  /** Requests that waited for a run that was already under way. */
  joined = 0;
  /** Runs that were begun ahead of time, so that nobody has to wait. */
  refreshes = 0;
  /** Results that were made ahead of time since somebody was expected to ask for them, by the days before. */
  expected = 0;
  /** Results that were left to expire since a budget has nothing left for refreshes. */
  leftOut = 0;
  /** Results of other replicas that were taken over instead of being made again. */
  adopted = 0;
  /** Results that were due and not run again, since their tables had not changed. */
  verified = 0;
  /** What the runs that made them had been billed for. */
  bytesSaved = 0;
  failures = 0;
  /** Runs whose rows were cut off at `max_rows` or `max_bytes`. */
  truncated = 0;
  /** Results that were evicted to make room for others. */
  evictions = 0;
  /** What all runs have cost, as far as the engine tells. */
  bytesProcessed = 0;
  bytesBilled = 0;
  slotMilliseconds = 0;
  /** Of the rows that runs have brought, as they are answered with. */
  answerBytes = 0;
  /** Runs that the engine answered from a cache of its own. */
  engineCacheHits = 0;
  lastRun: LastRun | undefined = undefined;
  lastError: { readonly at: string; readonly code: ErrorCode } | undefined = undefined;

  /** How many answers there were for which the cache did this, whatever their status. */
  answered(use: CacheUse): number {
    const first = CACHE_USES.indexOf(use) * STATUS_CLASSES.length;
    return this.answers.subarray(first, first + STATUS_CLASSES.length).reduce((sum, count) => sum + count, 0);
  }

  /** Adds counts of another endpoint, where several are told of together. */
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

/** The place of a cause and an outcome among `runs`. */
export function runIndex(cause: RunCause, outcome: RunOutcome): number {
  return RUN_CAUSES.indexOf(cause) * RUN_OUTCOMES.length + RUN_OUTCOMES.indexOf(outcome);
}

/** The place of what the cache did and a status among `answers`. */
export function answerIndex(use: CacheUse, status: number): number {
  return CACHE_USES.indexOf(use) * STATUS_CLASSES.length + Math.floor(status / 100) - 2;
}
