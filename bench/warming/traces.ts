import { IS_SHORT } from '../short.js';
import { dashboards, weekdays } from './people.js';
import { syntheticDays } from './synthetic-days.js';
import { DAY_MS, type Request, type Trace } from './trace.js';

interface Draft {
  readonly about: string;
  readonly days: number;
  /** Number of first days that are not counted. */
  readonly before: number;
  readonly draw: (days: number, seed: number) => readonly Request[];
}

/** Traces of hot keys alone: the pauses in which Logflare’s entries are dead save runs, and somebody waits after each. */
const MAY_COST_MORE: readonly string[] = ['hot'];

/** The part of a count that `--short` leaves. */
const some = (count: number) => (IS_SHORT ? Math.ceil(count / 200) : count);

const DRAFTS = {
  day: {
    about: 'one day, with nothing behind it: 1,500,000 requests by the hours of the day, 10,000 keys by Zipf’s law',
    days: 1,
    before: 0,
    draw: (days, seed) => syntheticDays(days, some(1_500_000), some(10_000), seed),
  },
  hot: {
    about: 'the same for 100 keys, each of them asked for all the time',
    days: 1,
    before: 0,
    draw: (days, seed) => syntheticDays(days, some(1_500_000), Math.min(100, some(10_000)), seed),
  },
  dashboards: {
    about: '200 dashboards of 6 charts that poll every 30 s while they are open; the eighth day',
    days: 8,
    before: 7,
    draw: (days, seed) => dashboards(days, some(200), seed),
  },
  weekdays: {
    about: '2,000 reports that are looked at on working days, most at an hour of their own; the second week',
    days: 14,
    before: 7,
    draw: (days, seed) => weekdays(days, some(2000), seed),
  },
  tail: {
    about: '100,000 requests a day for 50,000 keys by Zipf’s law, of which most come once a day; the eighth day',
    days: 8,
    before: 7,
    draw: (days, seed) => syntheticDays(days, some(100_000), some(50_000), seed),
  },
} as const satisfies Record<string, Draft>;

export type TraceName = keyof typeof DRAFTS;

export const TRACE_NAMES = Object.keys(DRAFTS) as readonly TraceName[];

/** Draws the same requests each time for one seed. */
export function drawTrace(
  name: TraceName,
  seed: number,
): Trace & { readonly about: string; readonly mayCostMore: boolean } {
  const { about, days, before, draw } = DRAFTS[name];
  const daysToPlay = IS_SHORT ? Math.min(days, 2) : days;
  const countedFromMs = (IS_SHORT ? Math.min(before, 1) : before) * DAY_MS;
  const mayCostMore = MAY_COST_MORE.includes(name);
  return { name, about, mayCostMore, days: daysToPlay, countedFromMs, requests: draw(daysToPlay, seed) };
}
