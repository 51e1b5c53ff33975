import { table } from '../http/table.js';
import { median } from '../quantile.js';
import { type Call, CALLS } from './honest.js';
import { type Kind } from './kinds.js';

export interface Round {
  readonly idle: Readonly<Record<Call, number>>;
  readonly busy: Readonly<Record<Call, number>>;
  /** The most memory of the process meanwhile, where that can be seen. */
  readonly peakBytes: number | undefined;
}

/** A hostile kind, of one key or of four, and what honest calls took beside it. */
export interface Measured {
  readonly kind: Kind;
  readonly keys: number;
  readonly rounds: readonly Round[];
}

/** How much longer a call may take beside four hostile callers. */
export const MOST = 2;

const TITLES: Readonly<Record<Call, string>> = { hit: 'hit', miss: 'ordinary miss', own: 'own SQL' };

export function ratio({ rounds }: Measured, call: Call): number {
  return median(rounds.map(({ idle, busy }) => busy[call] / idle[call]));
}

export function report(measured: readonly Measured[], machine: string): string {
  const head = [
    'four hostile callers at once',
    'keys',
    ...CALLS.flatMap((call) => [`${TITLES[call]} ms`, 'ratio']),
    'peak MiB',
  ];
  const rows = measured.map((each) => [
    each.kind.title,
    String(each.keys),
    ...CALLS.flatMap((call) => [milliseconds(each, call), ratio(each, call).toFixed(1)]),
    (peakBytes(each) / 2 ** 20).toFixed(0),
  ]);
  return [
    ...table([head, ...rows]),
    'The middle of an honest key’s calls, idle to busy, and the ratio of the two within a round; medians over the rounds. The most memory of the process.',
    `Node ${process.version} on ${machine}.`,
  ].join('\n');
}

export function peakBytes({ rounds }: Measured): number {
  return Math.max(...rounds.map((round) => round.peakBytes ?? NaN));
}

function milliseconds({ rounds }: Measured, call: Call): string {
  const [idle, busy] = (['idle', 'busy'] as const).map((state) => median(rounds.map((round) => round[state][call])));
  return `${(idle ?? NaN).toFixed(1)} → ${(busy ?? NaN).toFixed(1)}`;
}
