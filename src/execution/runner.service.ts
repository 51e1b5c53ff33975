import { EndpointConcurrency } from './endpoint-concurrency.js';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Budgets } from '../budgets/budgets.service.js';
import { type CachedResult, type RunCost } from '../cache/cached-result.js';
import { Settings } from '../config/settings.js';
import { Clock } from '../config/clock.js';
import { Engine, type Result, type Statement } from '../engines/engine.js';
import { type ErrorCode } from '../errors/error-codes.js';
import { QuernError } from '../errors/quern-error.js';
import { errorText } from '../errors/error-text.js';
import { type LogFields } from '../logs/log-fields.js';
import { type RunTrace } from '../traces/trace.js';
import { resultFields, runFields, runLogLine } from './run-log.js';
import { type RunProgress } from './call.js';
import { type RunOrigin, secondsFor } from './run-origin.js';
import { type EndedRun, type Ran, type RunOutcome } from '../answers/ended-run.js';
import { type StatementOptions, sqlRunner, statementOf } from './statement.js';
import { type BoundQuery } from './bound-query.js';
import { EndpointStats } from './endpoint-stats.service.js';
import { redact } from './redact.js';
import { AnswerRows } from './body/answer-rows.js';
import { type ResultBody } from './body/answer-body.js';
import { encodeBody } from './body/result-body.js';
import { UnfinishedBytes } from '../limits/unfinished-bytes.js';

/** Most characters of an error text that are redacted and logged: ERROR() makes one as long as its argument. */
const MAX_REASON = 10_000;

/** The waiting clients of a run, as it sees them, and the listeners to it. */
export interface RunWaiters extends Pick<StatementOptions, 'signal' | 'isUrgent'> {
  /** Follows the run through its queues. */
  readonly progress?: RunProgress | undefined;
  /** Ended with the run. */
  readonly trace?: RunTrace | undefined;
}

/** The finished result of a run. */
export interface RunResult {
  readonly result: CachedResult;
  /** Milliseconds that the engine took. */
  readonly engineMs: number;
}

/** Measures one run: its time in queues, and its time without them. */
class RunWatch {
  private readonly startedAt = performance.now();
  private stoppedAt: number | undefined;
  waitedMs = 0;

  readonly onWaited = (milliseconds: number): void => {
    this.waitedMs += milliseconds;
  };

  /** Call it when the engine has done its part. */
  stop(): void {
    this.stoppedAt ??= performance.now();
  }

  get ranMs(): number {
    return Math.max(0, (this.stoppedAt ?? performance.now()) - this.startedAt - this.waitedMs);
  }
}

/** Runs a bound query on the engine, and turns its rows into a finished result. */
@Injectable()
export class Runner {
  private readonly logger = new Logger('Query');
  private readonly concurrency: EndpointConcurrency;
  private readonly unfinished: UnfinishedBytes;

  constructor(
    @Inject(Engine) private readonly engine: Engine,
    @Inject(Clock) private readonly clock: Clock,
    private readonly stats: EndpointStats,
    @Inject(Settings) { cacheMaxBytes, queueMax }: Settings,
    @Optional() private readonly budgets?: Budgets,
  ) {
    this.concurrency = new EndpointConcurrency(queueMax);
    this.unfinished = new UnfinishedBytes(cacheMaxBytes);
  }

  /** Bytes of memory that answers take while they are made. */
  get unfinishedBytes(): number {
    return this.unfinished.bytes;
  }

  /** Number of runs that wait for a turn of their endpoint, before they wait for the engine. */
  get waiting(): number {
    return this.concurrency.waiting;
  }

  /** Rejects with a QuernError, or with the signal's reason. */
  async run(query: BoundQuery, origin: RunOrigin, waiters: RunWaiters): Promise<RunResult> {
    const { endpoint } = query;
    const startedAt = new Date(this.clock());
    const watch = new RunWatch();
    const { caller, cause } = origin;
    const { signal, isUrgent, progress, trace } = waiters;
    const memory = this.unfinished.of(caller);
    const rows = new AnswerRows(query, memory);
    let result: Ran | undefined;
    const end = (outcome: RunOutcome, told: Partial<Pick<EndedRun, 'answerBytes' | 'errorCode'>> = {}) => {
      const { waitedMs, ranMs } = watch;
      const { answerBytes, errorCode } = told;
      const facts = { waitedMs, ranMs, cost: result?.cost, result, answerBytes, errorCode };
      const ended = { endpoint, caller, cause, outcome, ...facts, startedAt, endedAt: new Date(this.clock()) };
      this.stats.ended(ended);
      trace?.end(ended);
    };
    try {
      const timeoutSeconds = secondsFor(query, origin.slow);
      const statement = statementOf(query, {
        ...{ caller, signal, onWaited: watch.onWaited, sink: rows },
        ...(isUrgent && { isUrgent }),
        ...(progress && { onQueued: progress.onQueued }),
        ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      });
      const ran = await this.runWithinBudgets(query, statement, origin, () => watch.ranMs);
      watch.stop();
      result = await rows.ran({ ...ran, cost: { ...ran.cost, milliseconds: watch.ranMs } });
      this.logger.log(runLogLine(query, caller, result), { ...runFields(query, origin), ...resultFields(result) });
      // Refused only now, after the log and the cost: the run has been paid for.
      const { next, ...body } = await rows.finish();
      const isKept = endpoint.cachingSeconds !== undefined;
      const cached = await cachedResultOf(result, body, { createdAt: startedAt.getTime(), isKept, next });
      end('ok', { answerBytes: cached.body.length });
      return { result: cached, engineMs: result.cost.milliseconds };
    } catch (thrown) {
      const error = query.sandboxSql === undefined ? thrown : callersFailure(thrown);
      watch.stop();
      if (signal.aborted) end('cancelled');
      else end(outcomeOf(error, result !== undefined), { errorCode: codeOf(error) });
      if (!signal.aborted) this.report(query, error, runFields(query, origin));
      throw error;
    } finally {
      memory.release();
    }
  }

  private async runWithinBudgets(
    query: BoundQuery,
    statement: Statement,
    { caller, budget, cause }: RunOrigin,
    ranMs: () => number,
  ): Promise<Result> {
    const { endpoint } = query;
    const runner = sqlRunner(this.engine, query);
    const whenFree = async (charged: Statement) =>
      this.concurrency.run(endpoint, charged, async (queued) => runner.run(queued));
    const key = budget && { id: caller, budget };
    const isAhead = cause !== 'client';
    return this.budgets
      ? this.budgets.during({ endpoint, statement, key, isAhead, ranMs }, whenFree)
      : whenFree(statement);
  }

  private report({ endpoint, values }: BoundQuery, error: unknown, fields: LogFields): void {
    const cause = error instanceof QuernError && error.cause !== undefined ? error.cause : error;
    const reason = redact(errorText(cause).slice(0, MAX_REASON), values);
    if (error instanceof QuernError && (error.isCallersOwn || error.status < 500)) {
      // A value that the query cannot work with, and slow sandbox SQL, are mistakes of the caller and no failure of the endpoint.
      this.logger.debug(`${endpoint.name}: ${error.code}: ${reason}`, { ...fields, code: error.code });
      return;
    }
    const code = codeOf(error);
    // A full queue of Quern's own refuses many runs at once; a line for each would burden the process further.
    const isOwnQueue = code === 'engine_busy' && cause === error;
    if (!isOwnQueue) this.logger.error(`${endpoint.name}: ${code}: ${reason}`, { ...fields, code });
  }
}

/** A failure of sandbox SQL is for its writer to correct: it is no failure of the endpoint, and no error in the log. */
function callersFailure(error: unknown): unknown {
  if (!(error instanceof QuernError)) return error;
  const { code, detail, cause } = error;
  if (code === 'query_failed') return new QuernError('invalid_sql', detail, { cause });
  return code === 'deadline_exceeded' ? new QuernError(code, detail, { cause, isCallersOwn: true }) : error;
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof QuernError ? error.code : 'internal_error';
}

function outcomeOf(error: unknown, hasRun: boolean): RunOutcome {
  if (!(error instanceof QuernError)) return 'failed';
  if (error.code === 'budget_exhausted') return 'busy';
  if (error.isCallersOwn || error.status < 500) return 'refused';
  // An error with a cause is the engine's own; without one, Quern's queue was full, or memory once the engine had answered.
  return error.code === 'engine_busy' && error.cause === undefined && !hasRun ? 'busy' : 'failed';
}

/** The cost without the job's id, which is for the log. */
function costOf({ cost }: Ran): RunCost {
  const { milliseconds, bytesBilled, bytesProcessed, slotMilliseconds } = cost;
  return { milliseconds, bytesBilled, bytesProcessed, slotMilliseconds };
}

/** Makes a result. One that is kept is encoded in every coding; one that is sent once, in its client's coding when it is sent. */
async function cachedResultOf(
  result: Ran,
  { body, hash }: ResultBody,
  { createdAt, isKept, next }: { createdAt: number; isKept: boolean; next: string | undefined },
): Promise<CachedResult> {
  return {
    body,
    // Equal rows with further ones behind them have another header, and so are another answer.
    hash: next === undefined ? hash : `${hash}-n`,
    coded: isKept ? await encodeBody(body) : {},
    columns: result.columns,
    rows: result.rows,
    cost: costOf(result),
    truncated: result.truncated,
    ...(next !== undefined && { next }),
    createdAt,
    requests: 0,
  };
}
