import { type Requirement } from '../http/requirements.js';
import { median, quantile } from '../quantile.js';
import { type Footprint } from './footprint.js';
import { type Tally } from './tally.js';

/** The measurements of a soak. */
export interface Soak {
  /** Footprints before the first call, and after the last one when all clients have gone. */
  readonly before: Footprint;
  readonly after: Footprint;
  /** One for each second from the end of the warm-up on. */
  readonly footprints: readonly Footprint[];
  readonly tally: Tally;
  readonly mistakes: readonly string[];
  readonly endedWell: boolean;
}

/** The bounds, set before the first run. */
const MAX_GROWTH_MIB = 64;
const MAX_MORE_HANDLES = 5;
const MAX_MORE_THREADS = 2;
const MAX_P99_MS = 250;

/** The share of the footprints at either end whose medians are compared. */
const SHARE = 0.2;

const MIB = 2 ** 20;

export function requirementsOf({ before, after, footprints, tally, mistakes, endedWell }: Soak): Requirement[] {
  const grown = (figure: (footprint: Footprint) => number) => {
    const count = Math.max(1, Math.ceil(footprints.length * SHARE));
    return median(footprints.slice(-count).map(figure)) - median(footprints.slice(0, count).map(figure));
  };
  const growth = grown(({ rssBytes }) => rssBytes) / MIB;
  const threads = grown((footprint) => footprint.threads);
  const handles = after.handles - before.handles;
  const unexpected = [...tally.unexpected.values()].reduce((sum, count) => sum + count, 0);
  const p99 = (sort: string) => quantile(tally.counts.get(sort)?.milliseconds ?? [], 0.99);
  return [
    { text: `answers that nobody expected: none (${unexpected})`, isKept: unexpected === 0 },
    { text: `lines in the log about mistakes of ours: none (${mistakes.length})`, isKept: mistakes.length === 0 },
    {
      text: `memory grown by at most ${MAX_GROWTH_MIB} MiB since the warm-up (${growth.toFixed(1)})`,
      isKept: growth <= MAX_GROWTH_MIB,
    },
    { text: `at most ${MAX_MORE_HANDLES} handles left over (${handles})`, isKept: handles <= MAX_MORE_HANDLES },
    {
      text: `at most ${MAX_MORE_THREADS} threads more since the warm-up (${threads})`,
      isKept: threads <= MAX_MORE_THREADS,
    },
    ...['hit', 'health'].map((sort) => ({
      text: `p99 of ${sort} at most ${MAX_P99_MS} ms (${p99(sort).toFixed(1)})`,
      isKept: p99(sort) <= MAX_P99_MS,
    })),
    { text: 'ends with status 0 in time after SIGTERM', isKept: endedWell },
  ];
}
