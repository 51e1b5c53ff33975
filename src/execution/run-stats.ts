import { CACHE_USES, type CacheUse } from '../answers/answer-facts.js';
import { type Result } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';

/** What a run has brought: its rows are counted, and lie in the body of the answer. */
export type Ran = Omit<Result, 'rows'> & { readonly rows: number };

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

/**
 * Why a run was made: a client waits for it, a result was about to be too old (`warming`), or there was none of a set that a file
 * lists under `warm` (`start`).
 */
export const RUN_CAUSES = ['client', 'warming', 'start'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

/**
 * What came of a run: rows (`ok`); a failure (`failed`), one that is the caller's to correct (`refused`); nobody waited for it any more
 * (`cancelled`); or it has not begun, since too many others waited or a budget was used up (`busy`).
 */
export const RUN_OUTCOMES = ['ok', 'failed', 'refused', 'cancelled', 'busy'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** What happened to one endpoint since this process began, for its operator. */
export interface RunStats {
  hits: number;
  /** The ages of all results that hits were answered with, added up, in seconds. */
  hitAgeSeconds: number;
  /** Runs that somebody waited for. */
  misses: number;
  /** Requests that waited for a run that was already under way. */
  joined: number;
  /** Runs ahead of time, so that nobody has to wait. */
  refreshes: number;
  /** Results that were made ahead of time since somebody was expected to ask for them, by the days before. */
  expected: number;
  /** Results that were left to expire since a budget has nothing left for refreshes. */
  leftOut: number;
  /** Results of other replicas that were taken over instead of being made again. */
  adopted: number;
  /** Results that were due and not run again, since their tables had not changed. */
  verified: number;
  /** What the runs that made them had been billed for. */
  bytesSaved: number;
  /** Answers older than `caching`, served because the engine failed or a budget was used up. */
  staleServed: number;
  failures: number;
  /** Runs whose rows were cut off at `max_rows` or `max_bytes`. */
  truncated: number;
  /** Results that were evicted to make room for others. */
  evictions: number;
  /** What all runs have cost, as far as the engine tells. */
  bytesProcessed: number;
  bytesBilled: number;
  slotMilliseconds: number;
  /** Of the rows that runs have brought, as they are answered with. */
  answerBytes: number;
  /** Runs that the engine answered from a cache of its own. */
  engineCacheHits: number;
  /** Answers but hits with 200, which are the rest of `hits`, by what the cache did and the class of the status (`answerIndex`). */
  readonly answers: Float64Array;
  /** The ages of all answers with rows but hits, added up. */
  answerAgeSeconds: number;
  /** Runs, by cause and outcome (`runIndex`). */
  readonly runs: Float64Array;
  /** How long they took, all but those that were `busy`; the waiting is left out. */
  engineMilliseconds: number;
  lastRun: LastRun | undefined;
  lastError: { readonly at: string; readonly code: ErrorCode } | undefined;
}

export function emptyRunStats(): RunStats {
  return {
    hits: 0,
    hitAgeSeconds: 0,
    misses: 0,
    joined: 0,
    refreshes: 0,
    expected: 0,
    leftOut: 0,
    adopted: 0,
    verified: 0,
    bytesSaved: 0,
    staleServed: 0,
    failures: 0,
    truncated: 0,
    evictions: 0,
    bytesProcessed: 0,
    bytesBilled: 0,
    slotMilliseconds: 0,
    answerBytes: 0,
    engineCacheHits: 0,
    answers: new Float64Array(CACHE_USES.length * STATUS_CLASSES.length),
    answerAgeSeconds: 0,
    runs: new Float64Array(RUN_CAUSES.length * RUN_OUTCOMES.length),
    engineMilliseconds: 0,
    lastRun: undefined,
    lastError: undefined,
  };
}

/** The place of a cause and an outcome among `runs`. */
export function runIndex(cause: RunCause, outcome: RunOutcome): number {
  return RUN_CAUSES.indexOf(cause) * RUN_OUTCOMES.length + RUN_OUTCOMES.indexOf(outcome);
}

/** The place of what the cache did and a status among `answers`. */
export function answerIndex(use: CacheUse, status: number): number {
  return CACHE_USES.indexOf(use) * STATUS_CLASSES.length + Math.floor(status / 100) - 2;
}

const SUMS = [
  'hits',
  'hitAgeSeconds',
  'misses',
  'joined',
  'refreshes',
  'expected',
  'leftOut',
  'adopted',
  'verified',
  'bytesSaved',
  'staleServed',
  'failures',
  'truncated',
  'evictions',
  'bytesProcessed',
  'bytesBilled',
  'slotMilliseconds',
  'answerBytes',
  'engineCacheHits',
  'answerAgeSeconds',
  'engineMilliseconds',
] as const satisfies readonly (keyof RunStats)[];

/** Adds counts to others, as those of several endpoints that are told of together. */
export function addRunStats(sum: RunStats, stats: RunStats): void {
  for (const name of SUMS) sum[name] += stats[name];
  for (const name of ['answers', 'runs'] as const) {
    for (const [index, count] of stats[name].entries()) sum[name][index] = (sum[name][index] ?? 0) + count;
  }
}
