import { randomUUID } from 'node:crypto';
import { type Argument, type Query, type Statement } from '../engine.js';
import { queryParameters } from './arguments.js';
import { jobLabels } from './labels.js';
import { FIRST_PAGE_ROWS } from './page-rows.js';
import { type QueryRequest, type RunRequest } from './rest.js';

export interface RequestOptions {
  readonly projectId: string;
  /** The dataset that plain table names belong to. */
  readonly dataset: string;
  readonly location: string | undefined;
  /** Bytes that a query may be billed for, unless its file says otherwise. */
  readonly maxBytesBilled: number | undefined;
}

/**
 * Milliseconds for which jobs.query itself waits for the rows. Most queries are done by then; the others come back with the
 * id of their job, so that they can be cancelled from then on.
 */
const FIRST_WAIT_MS = 2000;

/** The request for a run that may still take `leftMs`. */
export function runRequest(statement: Statement, options: RequestOptions, leftMs: number): RunRequest {
  const maxBytesBilled = Math.min(bytesLimit(statement, options), statement.bytesLeft ?? Infinity);
  return {
    ...queryRequest(statement, options),
    ...(maxBytesBilled < Infinity && { maximumBytesBilled: String(maxBytesBilled) }),
    queryParameters: queryParameters(statement.parameters),
    labels: jobLabels(statement.labels),
    // Half of the time at most, which tells a long query from a BigQuery that does not answer.
    timeoutMs: Math.ceil(Math.min(FIRST_WAIT_MS, leftMs / 2)),
    jobTimeoutMs: String(Math.ceil(leftMs)),
    // One row more than wanted, to know whether there are more.
    maxResults: Math.min(statement.maxRows + 1, FIRST_PAGE_ROWS),
    requestId: randomUUID(),
    jobCreationMode: 'JOB_CREATION_OPTIONAL',
    formatOptions: { useInt64Timestamp: true },
  };
}

/** What a run may be billed for, whatever is left of budgets. */
export function bytesLimit({ maxBytesBilled }: Query, options: Pick<RequestOptions, 'maxBytesBilled'>): number {
  return maxBytesBilled ?? options.maxBytesBilled ?? Infinity;
}

/** A dry run, by itself without values: it costs nothing. The limit on bytes is left out, since real values may read less. */
export function dryRunRequest(
  query: Query,
  options: RequestOptions,
  values: readonly Argument[] = query.parameters.map((parameter) => ({ ...parameter, value: null })),
): QueryRequest {
  return { ...queryRequest(query, options), queryParameters: queryParameters(values), dryRun: true };
}

function queryRequest({ sql }: Query, { projectId, dataset, location }: RequestOptions) {
  return {
    query: sql,
    useLegacySql: false as const,
    parameterMode: 'NAMED' as const,
    defaultDataset: { projectId, datasetId: dataset },
    ...(location !== undefined && { location }),
  };
}
