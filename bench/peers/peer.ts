import { type Target } from '../http/exchange.js';
import { type Store } from './store.js';

/** The queries that are asked of the data each time. */
export const MISSES = ['newest', 'counts'] as const;
export type Miss = (typeof MISSES)[number];

/** The answers that are small and large, by the rows that they have. */
export const HITS = { small: 14, large: 1050 } as const;
export type Hit = keyof typeof HITS;

/** A request to a peer, and how to find the rows in its answer. */
export interface Question extends Target {
  /** A body is sent by POST. */
  readonly body?: string;
  readonly rowsOf: (body: string) => readonly Readonly<Record<string, unknown>>[];
}

/** A peer that has been started over the store. */
export interface Served {
  readonly pid: number;
  /** Questions that are asked again and again, for peers that can answer them. */
  readonly hits?: Readonly<Record<Hit, Question>>;
  readonly misses?: Readonly<Record<Miss, Question>>;
  readonly stop: () => void;
}

export interface Peer {
  readonly name: string;
  readonly title: string;
  /** Failures of this peer are ours, and end the bench; a failure of another one is a gap in the table. */
  readonly isOurs?: true;
  /** The way to install it, for those who have not. */
  readonly install: string;
  /** Undefined where it is not there, or does not run. */
  readonly version: () => string | undefined;
  readonly open: (store: Store) => Promise<Served>;
}
