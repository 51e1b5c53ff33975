import { randomUUID, createHash } from 'node:crypto';
import { type Argument, type Query, type Statement, type ScalarArgument, type ScalarType } from '../engine.js';
import { FIRST_PAGE_ROWS } from './page-rows.js';
import { type QueryRequest, type QueryParameter } from './rest.js';
import { datetimeText } from '../json-values.js';

const MAX_VALUE = 63;
const HASH_DIGITS = 8;

/**
 * Job labels from the statement's: keys get the prefix `quern_`, values are made to fit BigQuery (up to 63 lower-case letters, digits,
 * dashes, underscores). A changed value ends with a hash of the original, so that two names never share one.
 */
function jobLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`quern_${name}`, labelValue(value)]));
}

function labelValue(value: string): string {
  const allowed = value.toLowerCase().replace(/[^a-z0-9_-]/g, '_');
  if (allowed === value && value.length <= MAX_VALUE) return value;
  const hash = createHash('sha256').update(value).digest('hex').slice(0, HASH_DIGITS);
  return `${allowed.slice(0, MAX_VALUE - HASH_DIGITS - 1)}_${hash}`;
}

export interface RequestOptions {
  readonly projectId: string;
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

export function runRequest(statement: Statement, options: RequestOptions, leftMs: number): QueryRequest {
  const maxBytesBilled = Math.min(bytesLimit(statement, options), statement.bytesLeft ?? Infinity);
  return {
    ...queryRequest(statement, options),
    ...(maxBytesBilled < Infinity && { maximumBytesBilled: String(maxBytesBilled) }),
    queryParameters: queryParameters(statement.parameters),
    labels: jobLabels(statement.labels),
    // Half of the time at most distinguishes a long query from a BigQuery that does not answer.
    timeoutMs: Math.ceil(Math.min(FIRST_WAIT_MS, leftMs / 2)),
    jobTimeoutMs: String(Math.ceil(leftMs)),
    // One row more than wanted shows whether there are more.
    maxResults: Math.min(statement.maxRows + 1, FIRST_PAGE_ROWS),
    requestId: randomUUID(),
    jobCreationMode: 'JOB_CREATION_OPTIONAL',
    formatOptions: { useInt64Timestamp: true },
  };
}

/** Limit of the bytes that a run may be billed for, without regard to budgets. */
export function bytesLimit({ maxBytesBilled }: Query, options: Pick<RequestOptions, 'maxBytesBilled'>): number {
  return maxBytesBilled ?? options.maxBytesBilled ?? Infinity;
}

/** The request of a dry run, usually without values: it costs nothing. The limit on bytes is left out, since real values may read less. */
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

/** Named parameters in the form of the REST interface. Each has its type, which NULL and empty arrays do not show. */
function queryParameters(given: readonly Argument[]): readonly QueryParameter[] {
  return given.map(({ name, type, array, value }): QueryParameter => {
    if (!array) {
      const text = value === null ? null : parameterText(type, value as ScalarArgument);
      return { name, parameterType: { type }, parameterValue: { value: text } };
    }
    const parameterType = { type: 'ARRAY', arrayType: { type } };
    if (value === null) return { name, parameterType, parameterValue: {} };
    const arrayValues = (value as readonly ScalarArgument[]).map((each) => ({ value: parameterText(type, each) }));
    return { name, parameterType, parameterValue: { arrayValues } };
  });
}

function parameterText(type: ScalarType, value: ScalarArgument): string {
  return type === 'TIMESTAMP' ? `${datetimeText(value as bigint).replace('T', ' ')}+00:00` : String(value);
}
