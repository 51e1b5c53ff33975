import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { Clock } from '../config/clock.js';
import { type EndedRun, type RunCause, type RunOutcome } from '../answers/ended-run.js';
import { EndpointStats, type RunStats } from '../execution/endpoint-stats.service.js';
import { Registry } from '../registry/registry.service.js';

/** Recent events of an endpoint; `ENDPOINT_HISTORY` is its schema. */
export interface History {
  /** Minutes in their order, without empty ones. */
  readonly minutes: readonly MinuteFigures[];
  /** Runs, the latest first. */
  readonly runs: readonly RecentRun[];
}

/** Most endpoints with a history: those with the latest events. */
const MAX_ENDPOINTS = 1000;

const NOTHING: History = { minutes: [], runs: [] };

const MINUTE_MS = 60_000;

/**
 * The events of each endpoint in the last hour, minute by minute, and its last runs. A minute is the difference of the counts at its end
 * and its beginning, so that hits cost no more than to be counted.
 */
@Injectable()
export class EndpointHistory {
  private readonly histories = new LRUCache<string, History>({ max: MAX_ENDPOINTS });
  /** Counts of each endpoint when this minute began. */
  private counted = new Map<string, Counts>();
  /** Beginning of this minute, in milliseconds since the epoch. */
  private minute: number;

  constructor(
    private readonly stats: EndpointStats,
    private readonly registry: Registry,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.minute = this.minuteNow();
    stats.onEnded((run) => {
      this.ended(run);
    });
    stats.onForgotten((id) => {
      this.histories.delete(id);
      this.counted.delete(id);
    });
  }

  /** Ends the minute when it is over. */
  @Interval('history', 1000)
  tick(): void {
    const now = this.minuteNow();
    if (now === this.minute) return;
    for (const { endpoint } of this.registry.list()) this.closeMinute(endpoint.id);
    this.minute = now;
  }

  of(id: string): History {
    this.tick();
    const { minutes, runs } = this.histories.peek(id) ?? NOTHING;
    const current = this.currentMinute(id)?.minute;
    return { minutes: this.recent(current ? [...minutes, current] : minutes), runs };
  }

  private ended(run: EndedRun): void {
    // A run may outlast its endpoint, which has no history any more.
    if (!this.stats.peek(run.endpoint.id)) return;
    const { minutes, runs } = this.histories.get(run.endpoint.id) ?? NOTHING;
    const last = [recentRun(run), ...runs].slice(0, MAX_RECENT_RUNS);
    this.histories.set(run.endpoint.id, { minutes, runs: last });
  }

  private closeMinute(id: string): void {
    const current = this.currentMinute(id);
    if (!current) return;
    const { minutes, runs } = this.histories.get(id) ?? NOTHING;
    this.histories.set(id, { minutes: this.recent([...minutes, current.minute]), runs });
    this.counted.set(id, current.counts);
  }

  /** The minute that goes on; undefined where nothing has happened in it. */
  private currentMinute(id: string): { readonly counts: Counts; readonly minute: MinuteFigures } | undefined {
    const stats = this.stats.peek(id);
    if (!stats) return undefined;
    const counts = countsOf(stats);
    const minute = minuteBetween(this.counted.get(id) ?? NOTHING_COUNTED, counts, this.minute);
    return minute && { counts, minute };
  }

  /** Minutes of the last hour, even if the clock has been set meanwhile. */
  private recent(minutes: readonly MinuteFigures[]): readonly MinuteFigures[] {
    const now = this.minuteNow();
    const first = new Date(now - (MAX_MINUTES - 1) * MINUTE_MS).toISOString();
    const last = new Date(now).toISOString();
    return minutes.filter(({ at }) => at >= first && at <= last).slice(-MAX_MINUTES);
  }

  private minuteNow(): number {
    return Math.floor(this.clock().getTime() / MINUTE_MS) * MINUTE_MS;
  }
}

export const MAX_MINUTES = 60;

/** Figures of each minute, in the words of the listing; `MINUTE` is its schema. */
const COUNTS = {
  hits: (stats) => stats.answered('hit'),
  hit_age_seconds: ({ hitAgeSeconds }) => hitAgeSeconds,
  misses: ({ misses }) => misses,
  joined: ({ joined }) => joined,
  refreshes: ({ refreshes }) => refreshes,
  stale_served: (stats) => stats.answered('stale'),
  failures: ({ failures }) => failures,
  runs: ({ runs }) => runs.reduce((sum, count) => sum + count, 0),
  run_ms: ({ engineMilliseconds }) => engineMilliseconds,
  answer_bytes: ({ answerBytes }) => answerBytes,
  bytes_processed: ({ bytesProcessed }) => bytesProcessed,
  bytes_billed: ({ bytesBilled }) => bytesBilled,
} as const satisfies Readonly<Record<string, (stats: RunStats) => number>>;

export type CountName = keyof typeof COUNTS;
export type Counts = Readonly<Record<CountName, number>>;

export const COUNT_NAMES = Object.keys(COUNTS) as readonly CountName[];

export interface MinuteFigures extends Counts {
  /** Beginning of the minute, ISO 8601. */
  readonly at: string;
}

function countsFrom(read: (name: CountName) => number): Counts {
  return Object.fromEntries(COUNT_NAMES.map((name) => [name, read(name)])) as Record<CountName, number>;
}

export const NOTHING_COUNTED = countsFrom(() => 0);

export function countsOf(stats: RunStats): Counts {
  return countsFrom((name) => COUNTS[name](stats));
}

/** The figures between two counts, for a minute that began then; undefined where nothing has happened. */
export function minuteBetween(before: Counts, after: Counts, startMs: number): MinuteFigures | undefined {
  if (COUNT_NAMES.every((name) => after[name] === before[name])) return undefined;
  const figures = countsFrom((name) => tenths(after[name] - before[name]));
  return { at: new Date(startMs).toISOString(), ...figures };
}

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
