import { orAborted } from '../deadline.js';
import { type CheckedQuery, type Explanation, type Query, type Statement } from '../engine.js';
import { checkProblem } from './check-problem.js';
import { type Circuit } from './circuit.js';
import { NoAnswer, queryFailure } from './failure.js';
import { type Jobs } from './jobs.js';
import { type FieldSchema, type QueryRequest, type QueryResponse } from './rest.js';
import { dryRunRequest, type RequestOptions } from './requests.js';
import { withRetries, type RetryOptions } from './retry.js';
import { columnsOf } from './row-encoder.js';

/** Milliseconds that a dry run may take: the start of the service waits for those that check queries. */
const CHECK_MS = 10_000;

/** Dry runs, which learn about queries without running them, at no cost. */
export class DryRuns {
  constructor(
    private readonly jobs: Jobs,
    private readonly circuit: Circuit,
    private readonly options: RequestOptions & Pick<RetryOptions, 'pausesMs'>,
  ) {}

  async check(query: Query): Promise<CheckedQuery> {
    try {
      const response = await this.dryRun(dryRunRequest(query, this.options));
      return { columns: columnsOf(response.schema?.fields ?? []), bytesProcessed: bytesOf(response), problems: [] };
    } catch (error) {
      return checkProblem(error);
    }
  }

  /** Explains a run with these values. There is no plan: BigQuery has plans only of queries that have run. */
  async explain(statement: Statement): Promise<Explanation> {
    const response = await this.dryRun(dryRunRequest(statement, this.options, statement.parameters));
    return { sql: statement.sql, bytesProcessed: bytesOf(response) };
  }

  async fields(query: Query): Promise<readonly FieldSchema[]> {
    return (await this.dryRun(dryRunRequest(query, this.options))).schema?.fields ?? [];
  }

  /** The tables that a run would read, as `project.dataset.table`, and whether it would call functions of a dataset. */
  async references(query: Query): Promise<{ tables: readonly string[]; hasRoutines: boolean }> {
    const request = dryRunRequest(query, this.options);
    const { status, statistics } = await this.circuit.run(() => this.withTimeout(() => this.jobs.insertDry(request)));
    if (status?.errorResult) throw queryFailure({ errors: [{ reason: 'invalidQuery', ...status.errorResult }] });
    const { referencedTables = [], referencedRoutines = [] } = statistics.query ?? {};
    const tables = referencedTables.map(({ projectId, datasetId, tableId }) => `${projectId}.${datasetId}.${tableId}`);
    return { tables, hasRoutines: referencedRoutines.length > 0 };
  }

  private dryRun(request: QueryRequest): Promise<QueryResponse> {
    return this.circuit.run(() => this.withTimeout(() => this.jobs.query(request)));
  }

  private async withTimeout<T>(call: () => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CHECK_MS);
    const retry = { signal, endsAt: performance.now() + CHECK_MS, pausesMs: this.options.pausesMs };
    try {
      return await orAborted(withRetries(call, retry), signal);
    } catch (error) {
      throw signal.aborted ? queryFailure(new NoAnswer(`BigQuery has not answered for ${CHECK_MS} ms.`)) : error;
    }
  }
}

function bytesOf({ totalBytesProcessed = '0' }: QueryResponse): number {
  return Number(totalBytesProcessed);
}
