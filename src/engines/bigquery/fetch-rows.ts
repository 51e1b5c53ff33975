import { setTimeout } from 'node:timers/promises';
import { QuernError } from '../../errors/quern-error.js';
import { orAborted } from '../deadline.js';
import { NoAnswer } from './failure.js';
import { type Jobs } from './jobs.js';
import { type QueryResponse, type RestRow, type RunRequest } from './rest.js';
import { withRetries, type RetryOptions } from './retry.js';

export interface Fetched {
  /** What the answers say beside their rows; `pageToken` is there when there are more rows than were read. */
  readonly response: QueryResponse;
  readonly rows: readonly RestRow[];
}

/** Milliseconds between two calls that ask whether a job has ended; BigQuery holds each of these calls back for a while. */
const POLL_PAUSE_MS = 50;

/** Milliseconds without an answer after which BigQuery is taken to be away, if they are also twice the request's `timeoutMs`. */
const SILENCE_MS = 2000;

/** Starts a query and reads its pages, up to the rows that the request asks for. A run that ends early ends the job. */
export async function fetchRows(jobs: Jobs, request: RunRequest, retry: RetryOptions): Promise<Fetched> {
  const startedAt = performance.now();
  const first = { answered: false };
  const started = withRetries(() => jobs.query(request), retry).finally(() => {
    first.answered = true;
  });
  try {
    return await readOn(jobs, await orAborted(started, retry.signal), request.maxResults, retry);
  } catch (error) {
    void cancel(jobs, started);
    const waited = performance.now() - startedAt;
    if (!first.answered && waited >= Math.max(SILENCE_MS, 2 * request.timeoutMs - 1)) throw silent(error, waited);
    throw error;
  }
}

async function readOn(jobs: Jobs, first: QueryResponse, wanted: number, retry: RetryOptions): Promise<Fetched> {
  let response = first;
  const rows = [...(response.rows ?? [])];
  while (!response.jobComplete || (response.pageToken && rows.length < wanted)) {
    const { jobReference: job = {}, pageToken } = response;
    if (!response.jobComplete) await orAborted(setTimeout(POLL_PAUSE_MS), retry.signal);
    const read = withRetries(() => jobs.results(job, wanted - rows.length, pageToken), retry);
    const next = await orAborted(read, retry.signal);
    // Only a quick query's first answer says what it was billed for, and only a finished one has a schema.
    response = { ...response, ...next, pageToken: next.pageToken };
    rows.push(...(next.rows ?? []));
  }
  return { response: first.jobComplete ? response : await withCost(jobs, response, retry), rows };
}

/** Adds what a query of several calls has cost, which only its job tells. Rows are returned without it where that call fails. */
async function withCost(jobs: Jobs, response: QueryResponse, retry: RetryOptions): Promise<QueryResponse> {
  try {
    const { totalSlotMs, query } = await orAborted(jobs.statistics(response.jobReference ?? {}), retry.signal);
    return { ...response, totalSlotMs, totalBytesBilled: query?.totalBytesBilled };
  } catch {
    return response;
  }
}

/** Tells BigQuery to stop a job that nobody waits for, as soon as it is known which one it is. */
async function cancel(jobs: Jobs, started: Promise<QueryResponse>): Promise<void> {
  try {
    const { jobComplete, jobReference } = await started;
    if (!jobComplete && jobReference?.jobId !== undefined) await jobs.cancel(jobReference);
  } catch {
    // The job's own timeout ends it at the latest.
  }
}

function silent(error: unknown, waitedMs: number): unknown {
  if (!(error instanceof QuernError) || error.code !== 'deadline_exceeded') return error;
  const cause = new NoAnswer(`BigQuery has not answered for ${Math.round(waitedMs)} ms.`);
  return new QuernError(error.code, error.detail, { cause });
}
