import { type RunStats } from '../execution/run-stats.js';
import { tenths } from './recent-runs.js';

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

const COUNT_NAMES = Object.keys(COUNTS) as readonly CountName[];

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
