import { type Clock } from '../../../config/clock.js';
import { NEVER, orAborted } from '../../deadline.js';
import { type JsonText, type Query, type Statement } from '../../engine.js';
import { type ValueFormats } from '../../json-values.js';
import { type AcquireOptions, Pool } from '../../pool.js';
import { RefusedSql } from '../../refused-sql.js';
import { SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { type CompilerRequest } from './sandbox-compiler-main.js';
import { SANDBOX_COMPILER_MAIN } from './sandbox-compiler-path.js';
import { type Compiled } from '../compiler/compile.js';
import { type CompiledSandbox } from '../compiler/sandbox/sandbox.js';
import { type TableDefinitions } from '../data/table-maker.js';
import { type OverOneVersion } from '../data/versions/one-version.js';
import { notOpen, queryFailure, sandboxFailure, sandboxUnavailable } from '../failure.js';
import { type RunRows } from '../result.js';
import { sandboxRefusal } from '../statements.js';
import { type SandboxedQuery } from './messages.js';
import { SandboxProcess, SandboxRunFailed } from './sandbox-process.js';

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
  private readonly compiler: SandboxCompiler<CompilerRequest, Compiled>;
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
    this.compiler = new SandboxCompiler(SANDBOX_COMPILER_MAIN, queueMax);
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
    const now = new Date(clock());
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
