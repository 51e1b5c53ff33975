import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type BigQuery } from '@google-cloud/bigquery';
import { orAborted, withDeadline } from '../deadline.js';
import { type CheckedQuery, type Cost, type Engine, type Query, type Result, type Statement } from '../engine.js';
import { type TimestampFormat } from '../json-values.js';
import { Pool } from '../pool.js';
import { queryParameters } from './arguments.js';
import { Circuit } from './circuit.js';
import { checkProblem } from './check-problem.js';
import { queryFailure } from './failure.js';
import { Jobs } from './jobs.js';
import { jobLabels } from './labels.js';
import { retried } from './retry.js';
import { type QueryRequest, type QueryResponse, type Row } from './rest.js';
import { columnsOf, rowEncoder } from './row-encoder.js';

export interface BigQueryOptions {
  readonly client: BigQuery;
  readonly projectId: string;
  /** The dataset that plain table names belong to. */
  readonly dataset: string;
  readonly location: string | undefined;
  /** Bytes that a query may be billed for, unless its file says otherwise. */
  readonly maxBytesBilled: number | undefined;
  /** Queries that run at the same time. */
  readonly connections: number;
  /** Queries that may wait for their turn. */
  readonly queueMax: number;
  readonly timestamps: TimestampFormat;
}

/** How long jobs.query waits for the rows itself. A query that takes longer is asked for again. */
const FIRST_WAIT_MS = 10_000;

/** Rows that are encoded before others get a turn on the event loop. */
const SLICE_ROWS = 250;

/** Runs the author's text, unchanged, on BigQuery. */
export class BigQueryEngine implements Engine {
  readonly name = 'bigquery';
  private readonly jobs: Jobs;
  private readonly circuit = new Circuit(() => performance.now());
  private readonly slots: Pool<number>;

  constructor(private readonly options: BigQueryOptions) {
    this.jobs = new Jobs(options.client);
    const slots = Array.from({ length: options.connections }, (_, index) => index);
    this.slots = new Pool(slots, options.queueMax);
  }

  /** Nothing to open: the service starts and answers from cache while BigQuery is away. */
  open(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** A dry run: syntax, types, columns and bytes, at no cost. */
  async check(query: Query): Promise<CheckedQuery> {
    const never = new AbortController().signal;
    const parameters = query.parameters.map((parameter) => ({ ...parameter, value: null }));
    try {
      const response = await this.circuit.run(() =>
        this.ask(() => this.jobs.query({ ...this.request({ ...query, parameters }), dryRun: true }), never),
      );
      const bytesProcessed = Number(response.totalBytesProcessed ?? 0);
      return { columns: columnsOf(response.schema?.fields ?? []), bytesProcessed, problems: [] };
    } catch (error) {
      return checkProblem(error);
    }
  }

  async run(statement: Statement): Promise<Result> {
    const started = performance.now();
    return withDeadline(statement, async (signal) => {
      const slot = await this.slots.acquire(signal);
      try {
        const { response, rows } = await this.circuit.run(() => this.fetch(statement, signal));
        const fields = response.schema?.fields ?? [];
        const truncated = rows.length > statement.maxRows || response.pageToken !== undefined;
        const encoded = await this.encode(
          rows.slice(0, statement.maxRows),
          rowEncoder(fields, this.options.timestamps),
        );
        return {
          columns: columnsOf(fields),
          rows: encoded,
          truncated,
          cost: costOf(response, performance.now() - started),
        };
      } finally {
        this.slots.release(slot);
      }
    });
  }

  /** Starts the query and reads its pages, up to one row more than is wanted. */
  private async fetch(statement: Statement, signal: AbortSignal): Promise<{ response: QueryResponse; rows: Row[] }> {
    const wanted = statement.maxRows + 1;
    const request = this.runRequest(statement, wanted);
    const started = this.ask(() => this.jobs.query(request), signal);
    this.cancelOnAbort(started, signal);
    let response = await orAborted(started, signal);
    const rows = [...(response.rows ?? [])];
    while (response.jobComplete === false || (response.pageToken !== undefined && rows.length < wanted)) {
      const job = response.jobReference ?? {};
      const { pageToken } = response;
      const next = await orAborted(
        this.ask(() => this.jobs.results(job, wanted - rows.length, pageToken), signal),
        signal,
      );
      // Only the first answer says what the query cost, and only a finished one has a schema.
      response = { ...response, ...next, pageToken: next.pageToken };
      rows.push(...(next.rows ?? []));
    }
    return { response, rows };
  }

  /** Tells BigQuery to stop a job that nobody waits for, as soon as it is known which one it is. */
  private cancelOnAbort(started: Promise<QueryResponse>, signal: AbortSignal): void {
    signal.addEventListener(
      'abort',
      () => {
        void started
          .then(async ({ jobComplete, jobReference }) => {
            if (jobComplete !== true && jobReference?.jobId !== undefined) await this.jobs.cancel(jobReference);
          })
          // The job's own timeout ends it at the latest.
          .catch(() => undefined);
      },
      { once: true },
    );
  }

  private runRequest(statement: Statement, maxResults: number): QueryRequest {
    const timeoutMs = statement.timeoutSeconds * 1000;
    return {
      ...this.request(statement),
      labels: jobLabels(statement.labels),
      timeoutMs: Math.min(FIRST_WAIT_MS, timeoutMs),
      jobTimeoutMs: String(timeoutMs),
      maxResults,
      requestId: randomUUID(),
      jobCreationMode: 'JOB_CREATION_OPTIONAL',
      formatOptions: { useInt64Timestamp: true },
    };
  }

  private request(statement: Pick<Statement, 'sql' | 'parameters' | 'maxBytesBilled'>): QueryRequest {
    const { projectId, dataset, location } = this.options;
    const maxBytesBilled = statement.maxBytesBilled ?? this.options.maxBytesBilled;
    return {
      query: statement.sql,
      useLegacySql: false,
      parameterMode: 'NAMED',
      queryParameters: queryParameters(statement.parameters),
      defaultDataset: { projectId, datasetId: dataset },
      ...(location !== undefined && { location }),
      ...(maxBytesBilled !== undefined && { maximumBytesBilled: String(maxBytesBilled) }),
    };
  }

  private ask<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return retried(async () => {
      try {
        return await call();
      } catch (error) {
        throw queryFailure(error);
      }
    }, signal);
  }

  private async encode(rows: readonly Row[], encode: (row: Row) => string[]): Promise<string[][]> {
    const encoded: string[][] = [];
    for (let start = 0; start < rows.length; start += SLICE_ROWS) {
      if (start > 0) await setImmediate();
      encoded.push(...rows.slice(start, start + SLICE_ROWS).map(encode));
    }
    return encoded;
  }
}

function costOf(response: QueryResponse, milliseconds: number): Cost {
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    milliseconds,
    bytesProcessed: number(response.totalBytesProcessed),
    bytesBilled: number(response.totalBytesBilled),
    slotMilliseconds: number(response.totalSlotMs),
    cacheHit: response.cacheHit,
    jobId: response.jobReference?.jobId ?? response.queryId,
  };
}
