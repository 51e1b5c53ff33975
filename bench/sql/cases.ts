import { apiCounts } from './hand-written/api-counts.js';
import { invocationStats } from './hand-written/invocation-stats.js';
import { logsAll } from './hand-written/logs-all.js';
import { type HandWritten } from './shape.js';

/** One call of one endpoint, and what a DuckDB engineer would have written for it. */
export interface Case {
  readonly endpoint: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly handWritten: HandWritten;
}

/** How many times the hand-written query's time an endpoint may take. */
export const REQUIRED: Readonly<Record<string, number>> = {
  'functions.invocation-stats': 1.3,
  'usage.api-counts': 1.3,
  'logs.all': 3,
};

/** The sample logs' largest project, and one of its functions. */
const PROJECT = 'demo';
const FUNCTION = 'd23f0824-128b-4f33-8c5c-7fd0a6a3a450';

const INTERVALS = ['5min', '15min', '1hr', '1day', '7day'];

export function casesAt(now: Date): readonly Case[] {
  const daysAgo = (days: number) => `${new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 19)}Z`;
  return [
    ...['minutely', 'hourly', 'daily'].map((interval) => counts({ project: PROJECT, interval })),
    // A pattern that is more than a text to be found.
    counts({ project: `^https://${PROJECT}[.]`, interval: 'daily' }),
    ...INTERVALS.map((interval) => stats({ project: PROJECT, interval })),
    stats({ project: PROJECT, interval: '7day', function_id: FUNCTION }),
    ...['FREE', 'PRO', 'ENTERPRISE'].map((tier) => logs({ project: PROJECT, project_tier: tier })),
    logs({ project: PROJECT, project_tier: 'PRO', iso_timestamp_start: daysAgo(3), iso_timestamp_end: daysAgo(2) }),
  ];
}

function counts(parameters: { project: string; interval: string }): Case {
  return { endpoint: 'usage.api-counts', parameters, handWritten: apiCounts(parameters.interval) };
}

function stats(parameters: { project: string; interval: string; function_id?: string }): Case {
  return { endpoint: 'functions.invocation-stats', parameters, handWritten: invocationStats(parameters.interval) };
}

function logs(parameters: { project: string; project_tier: string } & Record<string, string>): Case {
  return { endpoint: 'logs.all', parameters, handWritten: logsAll(parameters.project_tier) };
}
