import { type Name, NAMES } from './names.js';

/** One kind of hit, asked for again and again by as many connections as wrk keeps busy. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Rows of the answer, by which its size is set. */
  readonly rows: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The client has the answer already, and is told so. */
  readonly conditional: boolean;
  readonly servers: readonly Name[];
  /** How many times plain Nest's requests per second Quern has to answer. */
  readonly timesNest?: number;
}

const PLAIN = { headers: {}, conditional: false, servers: NAMES };

/** How many times a bare server's processor time a hit may take, of every case. */
export const MOST_PROCESSOR = 1.08;

export const SMALL: Case = { ...PLAIN, id: '2kb', title: '2 KB', rows: 14, timesNest: 4 };

export const CASES: readonly Case[] = [
  SMALL,
  { ...PLAIN, id: '12kb', title: '12 KB', rows: 84 },
  { ...PLAIN, id: '130kb', title: '130 KB', rows: 910 },
  { ...PLAIN, id: '304', title: '2 KB, 304', rows: 14, conditional: true },
  // Express compresses nothing by itself.
  {
    ...PLAIN,
    id: 'gzip',
    title: '12 KB, gzip',
    rows: 84,
    headers: { 'Accept-Encoding': 'gzip' },
    servers: ['bare', 'quern'],
  },
];

/** The name by which the hits during cold queries are chosen. */
export const COLD = 'cold';

/** How many times its idle value the 99th percentile of hits may be while cold queries run. */
export const REQUIRED_BUSY = 2;
