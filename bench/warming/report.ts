import { type Tally } from './tally.js';

export interface Column {
  readonly policy: string;
  readonly tally: Tally;
}

const HEAD = ['policy', 'waited', 'share', 'engine runs', 'TiB billed', 'mean age s', 'longest age s'];

/** One line for each policy. */
export function report(columns: readonly Column[]): string {
  const rows = columns.map(({ policy, tally }) => [
    policy,
    tally.waited.toLocaleString('en'),
    `${((tally.waited / tally.requests) * 100).toFixed(2)} %`,
    tally.runs.toLocaleString('en'),
    (tally.bytes / 2 ** 40).toLocaleString('en', { maximumSignificantDigits: 4 }),
    (tally.meanAgeMs / 1000).toFixed(0),
    (tally.longestAgeMs / 1000).toFixed(1),
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [line(HEAD), ...rows.map(line)].join('\n');
}

/** In both figures at once. */
export function isNoWorse(ours: Tally, theirs: Tally): boolean {
  return ours.waited <= theirs.waited && ours.bytes <= theirs.bytes;
}
