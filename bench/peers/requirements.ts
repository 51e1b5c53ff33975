import { type Requirement } from '../http/requirements.js';
import { type Result } from './contest.js';
import { type Measured } from './report.js';

/** How many times as much as another's a figure of Quern's may be, where that other was measured. */
export function requirementsOf({ hits, misses }: Measured): Requirement[] {
  const among = (results: ReadonlyMap<string, Result>, other: string, figure: 'pace' | 'processorMs') => {
    const theirs = results.get(other)?.[figure];
    return theirs === undefined ? undefined : (results.get('quern')?.[figure] ?? NaN) / theirs;
  };
  return [
    ...requirement('processor time of small hits', 'bare node:http’s', 1.08, among(hits.small, 'bare', 'processorMs')),
    ...requirement('processor time of large hits', 'bare node:http’s', 1.08, among(hits.large, 'bare', 'processorMs')),
    ...requirement('the newest hundred rows', 'Datasette’s', 1.5, among(misses.newest, 'datasette', 'pace')),
    ...requirement('counts by day', 'Datasette’s', 1, among(misses.counts, 'datasette', 'pace')),
    ...requirement('the newest hundred rows', 'hand-written SQL’s', 1.1, among(misses.newest, 'hand-written', 'pace')),
    ...requirement('counts by day', 'hand-written SQL’s', 1.1, among(misses.counts, 'hand-written', 'pace')),
  ];
}

function requirement(what: string, whose: string, most: number, ratio: number | undefined): Requirement[] {
  if (ratio === undefined) return [];
  return [{ text: `${what} at most ${most} times ${whose} (${ratio.toFixed(2)})`, isKept: ratio <= most }];
}
