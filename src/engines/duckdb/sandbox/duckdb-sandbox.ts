import { withDeadline, NEVER, orAborted } from '../../deadline.js';
import { eachProblem } from '../../../googlesql/sql-problem.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Explanation,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
  type JsonText,
} from '../../engine.js';
import { RefusedSql } from '../../refused-sql.js';
import { placedFailure } from '../../sandbox/placed-failure.js';
import { reasonOf, notOpen, queryFailure, sandboxFailure, sandboxUnavailable } from '../failure.js';
import { type Checks } from '../checks.js';
import { resultOf, type RunRows } from '../result.js';
import { type CompiledSandbox } from '../compiler/sandbox/sandbox.js';
import { asUnavailable, ChangedData, UnreadableData } from '../data/changed-data.js';
import { type TableVersion } from '../data/table-version.js';
import { type KeptTables } from '../store/kept-tables.js';
import { type Runs } from '../runs.js';
import { sandboxRefusal } from '../statements.js';
import { type Clock } from '../../../config/clock.js';
import { type ValueFormats } from '../../json-values.js';
import { type AcquireOptions, Pool } from '../../pool.js';
import { SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { type Compiled } from '../compiler/compile.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { type OverOneVersion } from '../data/versions/one-version.js';
import { type SandboxedQuery } from './messages.js';
import { SandboxProcess, SandboxRunFailed } from './sandbox-process.js';

export interface SandboxParts {
  readonly version: () => TableVersion;
  /** Does the work, and once more where the data have changed meanwhile. */
  readonly withData: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  /** Tables that are read from the store, where there are any. */
  readonly kept: Pick<KeptTables, 'withdrawChanged'> | undefined;
  readonly checks: Checks;
  readonly runs: Runs;
  readonly processes: SandboxProcesses;
  readonly purpose: 'run' | 'check';
}

/** Callers' SQL over one query of the author's: compiled on a thread, and run in another process. */
export class DuckDbSandbox implements Sandbox {
  constructor(
    private readonly query: Query,
    private readonly parts: SandboxParts,
  ) {}

  async prepare(): Promise<CheckedSandbox> {
    const { version, processes, purpose } = this.parts;
    const sandbox = await version().compileSandbox(this.query);
    if ('message' in sandbox) return { problems: eachProblem(sandbox) };
    if (purpose === 'run') processes.warmUp(sandbox);
    return { problems: [], readable: sandbox.queries };
  }

  async check(query: Query): Promise<CheckedQuery> {
    const { processes, checks } = this.parts;
    try {
      const compiled = await processes.compile(await this.needSandbox(), query);
      return await checks.check(compiled, (error) => sandboxRefusal(query, error, compiled));
    } catch (error) {
      if (error instanceof RefusedSql) return { problems: eachProblem(error.problem) };
      throw error;
    }
  }

  async run(statement: Statement): Promise<Result> {
    const { processes, withData } = this.parts;
    const startedAt = performance.now();
    const answer = await withDeadline(statement, (signal) =>
      withData(signal, async () => processes.run(await this.needSandbox(), statement, signal)),
    ).catch((error: unknown) => {
      const { sql: authored } = this.query;
      throw placedFailure(asUnavailable(error), { sql: statement.sql, authored, reasonOf });
    });
    return resultOf(answer, statement.maxRows, startedAt);
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { processes, runs } = this.parts;
    const sandbox = await this.needSandbox();
    return runs.explain(await processes.compile(sandbox, statement, statement.signal), statement);
  }

  /** @throws ChangedData where callers' SQL cannot be written over the query any more */
  private async needSandbox(): Promise<CompiledSandbox> {
    const { version, kept } = this.parts;
    const { set } = version();
    const sandbox = await version().compileSandbox(this.query);
    const unreadable = set.unreadable(sandbox);
    if (unreadable) throw new UnreadableData(unreadable);
    if ('message' in sandbox) throw new ChangedData(new Error(sandbox.message));
    return (await kept?.withdrawChanged(sandbox.tables)) ? this.needSandbox() : sandbox;
  }
}

export interface SandboxOptions {
  readonly processes: number;
  /** Bytes that one process may take; DuckDB may count half of them. */
  readonly memoryLimitBytes: number;
}

interface ProcessesOptions extends ValueFormats {
  readonly sandbox: SandboxOptions;
  readonly threads: number | undefined;
  readonly queueMax: number;
  readonly clock: Clock;
}

/**
 * Compiles callers' SQL off the event loop and runs it outside the service's process, so that it can neither hold the service up nor take
 * its memory.
 */
export class SandboxProcesses {
  private readonly compiler: SandboxCompiler;
  private readonly processes: readonly SandboxProcess[];
  private readonly pool: Pool<SandboxProcess>;
  private isEnding = false;

  constructor(
    private readonly options: ProcessesOptions,
    private readonly definitionsOf: (tables: readonly string[]) => TableDefinitions,
    private readonly overOneVersion: OverOneVersion,
  ) {
    const { sandbox, threads, queueMax } = options;
    const { processes, memoryLimitBytes: most } = sandbox;
    const setUp = { limits: { threads, memoryLimitBytes: most / 2 }, maxResidentBytes: most };
    this.processes = Array.from({ length: processes }, () => new SandboxProcess(setUp));
    this.pool = new Pool(this.processes, queueMax);
    this.compiler = new SandboxCompiler(queueMax);
  }

  /** @throws QuernError `engine_busy`, `engine_unavailable`; RefusedSql */
  async compile(sandbox: CompiledSandbox, query: Query & AcquireOptions, signal = NEVER): Promise<Compiled> {
    const { sql, maxRows } = query;
    try {
      const compiled = await this.compiler.compile({ sandbox, sql, maxRows }, signal, query);
      if ('message' in compiled) throw new RefusedSql(compiled);
      return compiled;
    } catch (error) {
      throw this.failure(error, signal);
    }
  }

  /**
   * Compiles, waits for a process, and runs there until the signal is aborted.
   *
   * @throws QuernError `engine_busy`, `query_failed`, `engine_unavailable`; RefusedSql
   */
  async run(sandbox: CompiledSandbox, statement: Statement, signal: AbortSignal): Promise<RunRows> {
    const { timestamps, numbers, clock } = this.options;
    const { parameters } = statement;
    const now = clock();
    const compiled = await this.compile(sandbox, statement, signal);
    try {
      const process = await this.pool.acquire(signal, statement);
      // The process is given back when the run has really ended, which may be after the caller has left.
      const definitions = this.definitionsOf(sandbox.tables);
      const query = { definitions, compiled, parameters, now, timestamps, numbers };
      const run = this.runIn(process, sandbox.tables, query, signal);
      return { compiled, rows: await orAborted(run, signal) };
    } catch (error) {
      const failure = this.failure(error, signal);
      throw failure instanceof SandboxRunFailed ? translated(failure, statement) : failure;
    }
  }

  get waiting(): number {
    return this.compiler.waiting + this.pool.queueLength;
  }

  get started(): number {
    return this.processes.filter(({ isStarted }) => isStarted).length;
  }

  /** Starts the thread and the process that serve the first call, ahead of it. */
  warmUp(sandbox: CompiledSandbox): void {
    this.compiler.warmUp();
    // The pool gives the last process first.
    this.processes.at(-1)?.warmUp(this.definitionsOf(sandbox.tables));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all([this.compiler.close(), ...this.processes.map((process) => process.end())]);
  }

  private async runIn(
    process: SandboxProcess,
    tables: readonly string[],
    query: SandboxedQuery,
    signal: AbortSignal,
  ): Promise<JsonText[][]> {
    try {
      return await this.overOneVersion(tables, signal, async () => {
        if (this.isEnding) throw notOpen();
        return process.run(query, signal);
      });
    } finally {
      this.pool.release(process);
    }
  }

  /** The reason of a failure: the caller has left, the engine is closed, or else the error. */
  private failure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    return this.isEnding ? notOpen() : error;
  }
}

/** Translates the failure for the caller, who can correct SQL that DuckDB refuses. */
function translated({ failure: { stage, name, message, problem } }: SandboxRunFailed, statement: Statement): Error {
  const cause = Object.assign(new Error(message), { name });
  if (stage === 'open') return sandboxUnavailable(cause);
  if (problem) return new RefusedSql(problem, cause);
  const clear = sandboxFailure(cause);
  if (clear) return clear;
  return stage === 'prepare' ? new RefusedSql(sandboxRefusal(statement, cause), cause) : queryFailure(cause);
}
