import { readFileSync } from 'node:fs';
import { ENDPOINTS, PROJECT } from '../peers/queries.js';

/** A call that is answered by a run, each time that it is made. */
export interface Case {
  readonly title: string;
  /** Its endpoint file. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A shipped endpoint that keeps no results. */
function uncached(name: string): string {
  const text = readFileSync(`endpoints/${name}.yaml`, 'utf8');
  return text.replace(/^caching: .*$/m, 'caching: disabled').replace(/^cache_warming: .*\n/m, '');
}

export const CASES: readonly Case[] = [
  { title: 'newest hundred rows, whole', file: ENDPOINTS.newest, parameters: { project: PROJECT } },
  { title: 'counts by day', file: ENDPOINTS.counts, parameters: { project: PROJECT } },
  {
    title: '`logs.all`',
    file: uncached('logs.all'),
    parameters: { project: PROJECT, project_tier: 'PRO' },
  },
  {
    title: '`usage.api-counts`, by day',
    file: uncached('usage.api-counts'),
    parameters: { project: PROJECT, interval: 'daily' },
  },
  {
    title: '`functions.invocation-stats`, a week',
    file: uncached('functions.invocation-stats'),
    parameters: { project: PROJECT, interval: '7day' },
  },
];
