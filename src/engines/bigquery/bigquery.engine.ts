import { type BigQuery } from '@google-cloud/bigquery';
import { QuernError } from '../../errors/quern-error.js';
import { wholeTypeName } from '../../googlesql/types/types.js';
import { type DescribedQuery } from '../sandbox/described-queries.js';
import { SandboxCompiler } from '../sandbox/sandbox-compiler.js';
import { orAborted, withDeadline } from '../deadline.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Cost,
  type Engine,
  type Explanation,
  type JsonText,
  type Query,
  type ReadableQuery,
  type Result,
  type Statement,
} from '../engine.js';
import { type TimestampFormat } from '../json-values.js';
import { Pool } from '../pool.js';
import { RefusedSql } from '../refused-sql.js';
import { Turns } from '../turns.js';
import { Circuit } from './circuit.js';
import { checkProblem } from './check-problem.js';
import { NoAnswer, queryFailure } from './failure.js';
import { fetchRows } from './fetch-rows.js';
import { Jobs } from './jobs.js';
import { dryRunRequest, type RequestOptions, runRequest } from './requests.js';
import { type QueryRequest, type QueryResponse, type Row } from './rest.js';
import { ask } from './retry.js';
import { Sandboxes } from './sandbox/sandboxes.js';
import { columnsOf, rowEncoder } from './row-encoder.js';

export interface BigQueryOptions extends RequestOptions {
  readonly client: BigQuery;
  /** Queries that run at the same time. */
  readonly connections: number;
  /** Queries that may wait for their turn. */
  readonly queueMax: number;
  readonly timestamps: TimestampFormat;
  /** Milliseconds that only ever grow, for the pauses in which BigQuery is left alone. */
  readonly monotonic: () => number;
}

/** How long the check of a query may take, in milliseconds: the start of the service waits for it. */
const CHECK_MS = 10_000;

/** Runs the author's text, unchanged, on BigQuery. */
export class BigQueryEngine implements Engine {
  readonly name = 'bigquery';
  private readonly jobs: Jobs;
  private readonly circuit: Circuit;
  private readonly compiler: SandboxCompiler;
  private readonly sandboxes: Sandboxes;
  readonly slots: number;
  private readonly pool: Pool<number>;
  private isOpen = false;

  constructor(private readonly options: BigQueryOptions) {
    this.jobs = new Jobs(options.client);
    this.circuit = new Circuit(options.monotonic);
    this.compiler = new SandboxCompiler(options.queueMax);
    this.sandboxes = new Sandboxes(
      {
        fields: async (request) => (await this.dryRun(request)).schema?.fields ?? [],
        tables: (request) => this.tablesOf(request),
      },
      options,
      this.compiler,
    );
    this.slots = options.connections;
    this.pool = new Pool([...Array(options.connections).keys()], options.queueMax);
  }

  /** Asks BigQuery for nothing: the service starts and answers from cache while it is away. */
  open(): Promise<void> {
    this.isOpen = true;
    return Promise.resolve();
  }

  /** Its jobs run elsewhere. */
  readonly isStuck = false;

  async close(): Promise<void> {
    this.isOpen = false;
    await this.compiler.close();
  }

  /** A dry run: syntax, types, columns and bytes, at no cost. */
  async check(query: Query): Promise<CheckedQuery> {
    this.needOpen();
    try {
      const response = await this.dryRun(dryRunRequest(await this.composed(query), this.options));
      return { columns: columnsOf(response.schema?.fields ?? []), bytesProcessed: bytesOf(response), problems: [] };
    } catch (error) {
      return error instanceof RefusedSql ? { problems: [error.problem] } : checkProblem(error);
    }
  }

  async sandbox(query: Query): Promise<CheckedSandbox> {
    this.needOpen();
    try {
      const opened = await this.sandboxes.open(query);
      return 'message' in opened
        ? { problems: [opened] }
        : { queries: opened.sandbox.queries.map(readable), problems: [] };
    } catch (error) {
      const { problems, ...rest } = checkProblem(error);
      return 'unchecked' in rest ? { unchecked: rest.unchecked, problems: [] } : { problems };
    }
  }

  async run(statement: Statement): Promise<Result> {
    this.needOpen();
    // Before the queue too, where calls would wait behind those that still hang.
    this.circuit.refuseWhileOpen();
    const started = performance.now();
    const endsAt = started + statement.timeoutSeconds * 1000;
    return withDeadline(statement, async (signal) => {
      const composed = await orAborted(this.composed(statement, signal), signal);
      const slot = await this.pool.acquire(signal, statement);
      try {
        const request = runRequest(composed, this.options, Math.max(1, endsAt - performance.now()));
        const { response, rows } = await this.circuit.run(() => fetchRows(this.jobs, request, { signal, endsAt }));
        const fields = response.schema?.fields ?? [];
        return {
          columns: columnsOf(fields),
          rows: await encode(rows.slice(0, statement.maxRows), rowEncoder(fields, this.options.timestamps)),
          truncated: rows.length > statement.maxRows,
          cost: costOf(response, performance.now() - started),
        };
      } finally {
        this.pool.release(slot);
      }
    });
  }

  /** A dry run with these values. BigQuery tells a plan only of what has run. */
  async explain(statement: Statement): Promise<Explanation> {
    this.needOpen();
    const composed = await this.composed(statement);
    const response = await this.dryRun(dryRunRequest(composed, this.options, composed.parameters));
    return { sql: composed.sql, bytesProcessed: bytesOf(response) };
  }

  /** A caller's SQL is never run but through here. */
  private async composed<T extends Query>(query: T, signal = new AbortController().signal): Promise<T> {
    return query.callerSql === undefined ? query : this.sandboxes.compose(query, query.callerSql, signal);
  }

  private dryRun(request: QueryRequest): Promise<QueryResponse> {
    return this.circuit.run(() => this.askInTime(() => this.jobs.query(request)));
  }

  private async tablesOf(request: QueryRequest): Promise<readonly string[]> {
    const { status, statistics } = await this.circuit.run(() => this.askInTime(() => this.jobs.insertDry(request)));
    if (status?.errorResult) throw queryFailure({ errors: [{ reason: 'invalidQuery', ...status.errorResult }] });
    const tables = statistics.query?.referencedTables ?? [];
    return tables.map(({ projectId, datasetId, tableId }) => `${projectId}.${datasetId}.${tableId}`);
  }

  private async askInTime<T>(call: () => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CHECK_MS);
    const patience = { signal, endsAt: performance.now() + CHECK_MS };
    try {
      return await orAborted(ask(call, patience), signal);
    } catch (error) {
      throw signal.aborted ? queryFailure(new NoAnswer(`BigQuery has not answered for ${CHECK_MS} ms.`)) : error;
    }
  }

  private needOpen(): void {
    if (this.isOpen) return;
    throw new QuernError('engine_unavailable', 'The engine is not open.', { retryAfterSeconds: 1 });
  }
}

async function encode(rows: readonly Row[], encodeRow: (row: Row) => JsonText[]): Promise<JsonText[][]> {
  const encoded: JsonText[][] = [];
  const turns = new Turns();
  for (const row of rows) {
    encoded.push(encodeRow(row));
    if (turns.isOver()) await turns.next();
  }
  return encoded;
}

function bytesOf({ totalBytesProcessed = '0' }: QueryResponse): number {
  return Number(totalBytesProcessed);
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

function readable({ name, columns }: DescribedQuery): ReadableQuery {
  return { name, columns: columns.map((column) => ({ name: column.name, type: wholeTypeName(column.type) })) };
}
