import { type Requirement } from '../http/requirements.js';
import { tableLines } from '../sql/table.js';
import { type Contender } from './contender.js';
import { type Result } from './contest.js';
import { type Hit, HITS, type Miss, MISSES } from './peer.js';

/** What was measured of each, by its name. */
export interface Measured {
  readonly contenders: readonly Contender[];
  readonly bytes: Readonly<Record<Hit, number>>;
  readonly rows: number;
  readonly hits: Readonly<Record<Hit, ReadonlyMap<string, Result>>>;
  readonly misses: Readonly<Record<Miss, ReadonlyMap<string, Result>>>;
  /** Megabytes that each holds after the hits, and after the misses. */
  readonly held: ReadonlyMap<string, { readonly hits: number; readonly misses: number }>;
}

const TITLES: Readonly<Record<Miss, string>> = { newest: 'newest hundred', counts: 'counts by day' };

export function report(measured: Measured, absent: readonly string[], requirements: readonly Requirement[]): string {
  return [
    ...hitLines(measured),
    '',
    ...missLines(measured),
    '',
    ...absent,
    ...requirements.map(({ text, isKept }) => `Required: ${text}: ${isKept ? 'kept' : 'missed'}.`),
  ].join('\n');
}

function hitLines({ contenders, bytes, hits, held }: Measured): readonly string[] {
  const sizes = Object.keys(HITS) as Hit[];
  const head = sizes.flatMap((hit) => [`${kilobytes(bytes[hit])}/s`, 'µs', 'of bare', 'times its µs']);
  const rows = contenders
    .filter(({ served }) => served.hits)
    .map(({ peer, version }) => [
      peer.title,
      version,
      ...sizes.flatMap((hit) => {
        const result = hits[hit].get(peer.name);
        return [
          figure(result?.pace, 0),
          figure(result && 1000 * result.processorMs, 1),
          figure(result?.paceRatio, 2),
          figure(result?.processorRatio, 2),
        ];
      }),
      figure(held.get(peer.name)?.hits, 0),
    ]);
  return [
    ...aligned(['hits', 'version', ...head, 'MB'], rows),
    'Requests per second over 64 connections, and µs of a processor that one takes; both beside bare node:http in the same round.',
  ];
}

function missLines({ contenders, misses, rows: count, held }: Measured): readonly string[] {
  const head = MISSES.flatMap((miss) => [`${TITLES[miss]} ms`, 'processor ms', 'times', 'times its processor ms']);
  const rows = contenders
    .filter(({ served }) => served.misses)
    .map(({ peer, version }) => [
      peer.title,
      version,
      ...MISSES.flatMap((miss) => {
        const result = misses[miss].get(peer.name);
        return [
          figure(result?.pace, 1),
          figure(result?.processorMs, 1),
          figure(result?.paceRatio, 2),
          figure(result?.processorRatio, 2),
        ];
      }),
      figure(held.get(peer.name)?.misses, 0),
    ]);
  return [
    ...aligned(['misses', 'version', ...head, 'MB'], rows),
    `Milliseconds one at a time over ${count.toLocaleString('en-US')} rows; both beside hand-written SQL in the same round.`,
  ];
}

function aligned(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return tableLines(head, rows, head.slice(2));
}

function figure(value: number | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}
