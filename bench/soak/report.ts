import { type Requirement } from '../http/requirements.js';
import { table } from '../http/table.js';
import { quantile } from '../quantile.js';
import { type Footprint } from './footprint.js';
import { type Soak } from './requirements.js';

export function report(soak: Soak, requirements: readonly Requirement[]): string {
  const { before, after, footprints, tally, mistakes } = soak;
  const sorts = [...tally.counts].map(([sort, { calls, milliseconds, outcomes }]) => [
    sort,
    calls.toLocaleString('en-US'),
    ...[0.5, 0.99, 1].map((share) => quantile(milliseconds, share).toFixed(1)),
    [...outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', '),
  ]);
  const row = (when: string, { rssBytes, handles, threads }: Footprint) => [
    when,
    (rssBytes / 2 ** 20).toFixed(1),
    String(handles),
    String(threads),
  ];
  const [first = before] = footprints;
  const moments = [
    row('before', before),
    row('warmed up', first),
    row('last', footprints.at(-1) ?? first),
    row('after', after),
  ];
  return [
    table([['calls', 'number', 'p50 ms', 'p99 ms', 'most ms', 'outcomes'], ...sorts]),
    table([['process', 'RSS MiB', 'handles', 'threads'], ...moments]),
    [...tally.unexpected].map(([what, count]) => `Not expected: ${what} (${count} times)`),
    mistakes.slice(0, 10).map((line) => `In the log: ${line}`),
    requirements.map(({ text, isKept }) => `Required: ${text}: ${isKept ? 'kept' : 'missed'}.`),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
