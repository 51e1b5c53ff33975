import { MAX_MINUTES, Counts, MinuteFigures, NOTHING_COUNTED, countsOf, minuteBetween } from './minute-figures.js';
import { MAX_RECENT_RUNS, RecentRun, recentRun } from './recent-runs.js';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { Clock } from '../config/clock.js';
import { type EndedRun } from '../answers/ended-run.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
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
    stats.events.on('ended', (run) => {
      this.ended(run);
    });
    stats.events.on('forgotten', (id) => {
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
    return Math.floor(this.clock() / MINUTE_MS) * MINUTE_MS;
  }
}
