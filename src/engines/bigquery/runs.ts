import { QuernError } from '../../errors/quern-error.js';
import { orAborted, withDeadline } from '../deadline.js';
import { type Cost, type Result, type Statement } from '../engine.js';
import { type ValueFormats } from '../json-values.js';
import { Pool } from '../pool.js';
import { rightlyBlamed } from './callers-mistake.js';
import { type Circuit } from './circuit.js';
import { fetchRows } from './fetch-rows.js';
import { type Jobs } from './jobs.js';
import { type QueryResponse } from './rest.js';
import { bytesLimit, type RequestOptions, runRequest } from './requests.js';
import { PageRows } from './page-rows.js';
import { type RetryOptions } from './retry.js';

interface RunsOptions extends RequestOptions, ValueFormats, Pick<RetryOptions, 'pausesMs'> {
  readonly connections: number;
  readonly queueMax: number;
}

/** Runs on BigQuery, at most `connections` at a time. */
export class Runs {
  private readonly pool: Pool<number>;

  constructor(
    private readonly jobs: Jobs,
    private readonly circuit: Circuit,
    private readonly options: RunsOptions,
  ) {
    this.pool = new Pool([...Array(options.connections).keys()], options.queueMax);
  }

  get slotsInUse(): number {
    return this.pool.inUse;
  }

  get waiting(): number {
    return this.pool.queueLength;
  }

  /** Runs a statement, or the one that `compose` makes of it; composing counts towards the statement's time. */
  async run(statement: Statement, compose?: (signal: AbortSignal) => Promise<Statement>): Promise<Result> {
    // Refused before the queue as well, where calls would wait behind those that hang.
    this.circuit.refuseWhileOpen();
    const { timestamps, numbers } = this.options;
    const started = performance.now();
    const endsAt = started + statement.timeoutSeconds * 1000;
    return withDeadline(statement, async (signal) => {
      const composed = compose ? await orAborted(compose(signal), signal) : statement;
      const slot = await this.pool.acquire(signal, statement);
      try {
        const request = runRequest(composed, this.options, Math.max(1, endsAt - performance.now()));
        const retry = { signal, endsAt, pausesMs: this.options.pausesMs };
        const formats = { timestamps, numbers, columnNumbers: statement.columnNumbers };
        const pages = new PageRows(statement, formats, signal);
        const response = await this.circuit.run(() => {
          statement.onStarted?.();
          return fetchRows(this.jobs, request, { ...retry, onFree: statement.onFree }, pages);
        });
        return { ...pages.result(), cost: costOf(response, performance.now() - started) };
      } catch (error) {
        throw this.overBudget(error, statement) ?? (compose ? undefined : rightlyBlamed(error, statement)) ?? error;
      } finally {
        this.pool.release(slot);
      }
    });
  }

  /** The failure of a run that only the rest of a budget has stopped. */
  private overBudget(error: unknown, statement: Statement): QuernError | undefined {
    const isOver = error instanceof QuernError && error.code === 'cost_limit_exceeded';
    if (!isOver || (statement.bytesLeft ?? Infinity) >= bytesLimit(statement, this.options)) return undefined;
    return new QuernError('budget_exhausted', 'The query would read more than is left of a budget.', { cause: error });
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
