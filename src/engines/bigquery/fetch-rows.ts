import { setTimeout } from 'node:timers/promises';
import { QuernError } from '../../errors/quern-error.js';
import { orAborted } from '../deadline.js';
import { type Statement } from '../engine.js';
import { NoAnswer } from './failure.js';
import { type Jobs } from './jobs.js';
import { type QueryRequest, type QueryResponse } from './rest.js';
import { type PageRows } from './page-rows.js';
import { withRetries, type RetryOptions } from './retry.js';

/** Milliseconds between two calls that poll for the end of a job; BigQuery holds each of these calls back for a while. */
const POLL_PAUSE_MS = 50;

/** Milliseconds up to a deadline without an answer after which BigQuery counts as away: it was asked to answer within half of them. */
const SILENCE_MS = 2000;

/**
 * Starts a query, and hands its pages over one after the other while rows are wanted. A run that ends early ends the job. Returns the last
 * answer, with the cost.
 */
export async function fetchRows(
  jobs: Jobs,
  request: QueryRequest,
  retry: RetryOptions & Pick<Statement, 'onFree'>,
  pages: PageRows,
): Promise<QueryResponse> {
  const startedAt = performance.now();
  const first = { answered: false };
  let isRunning = false;
  const started = withRetries(() => jobs.query(request), retry).finally(() => {
    first.answered = true;
  });
  try {
    const response = await orAborted(started, retry.signal);
    isRunning = true;
    return await readOn(jobs, response, retry, pages);
  } catch (error) {
    void cancel(jobs, started);
    if (!pages.haveBegun && isFree(error, isRunning)) retry.onFree?.();
    const waited = performance.now() - startedAt;
    if (!first.answered && waited >= SILENCE_MS) throw silent(error, waited);
    throw error;
  }
}

async function readOn(jobs: Jobs, first: QueryResponse, retry: RetryOptions, pages: PageRows): Promise<QueryResponse> {
  let response = first;
  await takePage(response, pages);
  while (!response.jobComplete || (response.pageToken && pages.wanted > 0)) {
    const { jobReference: job = {}, pageToken } = response;
    if (!response.jobComplete) await orAborted(setTimeout(POLL_PAUSE_MS), retry.signal);
    const read = withRetries(() => jobs.results(job, pages.wanted, pageToken), retry);
    const next = await orAborted(read, retry.signal);
    // Only a quick query's first answer has the billed bytes, and only a finished one has a schema.
    response = { ...response, ...next, rows: next.rows ?? [], pageToken: next.pageToken };
    await takePage(response, pages);
  }
  // The emulator reports a cost for the job alone.
  const isTold = (first.totalBytesBilled ?? first.totalBytesProcessed) !== undefined;
  return first.jobComplete && isTold ? response : withCost(jobs, response, retry);
}

/** Takes a page of a finished query; only that has a schema. */
async function takePage({ jobComplete, schema, rows }: QueryResponse, pages: PageRows): Promise<void> {
  if (jobComplete) await pages.take(schema?.fields ?? [], rows ?? []);
}

/** Adds the cost of a query of several calls, which only its job has. Rows are returned without it where that call fails. */
async function withCost(jobs: Jobs, response: QueryResponse, retry: RetryOptions): Promise<QueryResponse> {
  try {
    const { totalSlotMs, query } = await orAborted(jobs.statistics(response.jobReference ?? {}), retry.signal);
    return { ...response, totalSlotMs, totalBytesBilled: query?.totalBytesBilled };
  } catch {
    return response;
  }
}

/** Stops a job without waiting clients, as soon as its id is known. */
async function cancel(jobs: Jobs, started: Promise<QueryResponse>): Promise<void> {
  try {
    const { jobComplete, jobReference } = await started;
    if (!jobComplete && jobReference?.jobId !== undefined) await jobs.cancel(jobReference);
  } catch {
    // The job's own timeout ends it at the latest.
  }
}

/** Whether a run without rows costs nothing: its query has failed, or was never taken. One that nobody waits for may go on. */
function isFree(error: unknown, isRunning: boolean): boolean {
  if (!(error instanceof QuernError) || error.code === 'deadline_exceeded') return false;
  return !isRunning || (error.code !== 'engine_unavailable' && error.code !== 'engine_busy');
}

function silent(error: unknown, waitedMs: number): unknown {
  if (!(error instanceof QuernError) || error.code !== 'deadline_exceeded') return error;
  const cause = new NoAnswer(`BigQuery has not answered for ${Math.round(waitedMs)} ms.`);
  return new QuernError(error.code, error.detail, { cause });
}
