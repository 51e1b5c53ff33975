import { SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { orAborted } from '../../deadline.js';
import { type JsonText, type Statement } from '../../engine.js';
import { Pool } from '../../pool.js';
import { RefusedSql } from '../../refused-sql.js';
import { type TimestampFormat } from '../../json-values.js';
import { type Blueprint } from '../data-source.js';
import { type Compiled } from '../compiler/compile.js';
import { type Sandbox } from '../compiler/sandbox/sandbox.js';
import { callersFailure, sandboxUnavailable, notOpen, queryFailure } from '../failure.js';
import { refusal } from '../statements.js';
import { SandboxProcess, SandboxRunFailed } from './sandbox-process.js';
import { type SandboxedQuery, type SetUp } from './messages.js';

export type SandboxedStatement = Statement & { readonly callerSql: string };

/** A caller's answer, and what its SQL was compiled to. */
export interface SandboxAnswer {
  readonly compiled: Compiled;
  readonly rows: JsonText[][];
}

/**
 * Compiles callers' SQL off the event loop and runs it outside the service's process, so that it can neither hold the service
 * up nor take its memory.
 */
export class SandboxProcesses {
  private readonly compiler: SandboxCompiler;
  private readonly processes: readonly SandboxProcess[];
  private readonly pool: Pool<SandboxProcess>;
  private isEnding = false;

  constructor(
    setUp: SetUp,
    { processes, queueMax }: { readonly processes: number; readonly queueMax: number },
    private readonly timestamps: TimestampFormat,
    private readonly blueprintOf: (tables: readonly string[]) => Blueprint,
  ) {
    this.processes = Array.from({ length: processes }, () => new SandboxProcess(setUp));
    this.pool = new Pool(this.processes, queueMax);
    this.compiler = new SandboxCompiler(queueMax);
  }

  /**
   * Compiles, waits for a process, and runs there until the signal is aborted.
   *
   * @throws QuernError `engine_busy`, `query_failed`, `engine_unavailable`; RefusedSql
   */
  async run(sandbox: Sandbox, statement: SandboxedStatement, now: Date, signal: AbortSignal): Promise<SandboxAnswer> {
    const { callerSql, maxRows, parameters } = statement;
    const { timestamps } = this;
    try {
      const compiled = await this.compiler.compile({ sandbox, callerSql, maxRows }, signal, statement);
      if ('message' in compiled) throw new RefusedSql(compiled);
      const process = await this.pool.acquire(signal, statement);
      // The process is given back when the run has really ended, which may be after the caller has left.
      const blueprint = this.blueprintOf(sandbox.tables);
      const run = this.runIn(process, { blueprint, compiled, parameters, now, timestamps }, signal);
      return { compiled, rows: await orAborted(run, signal) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (this.isEnding) throw notOpen();
      throw error instanceof SandboxRunFailed ? translated(error, statement) : error;
    }
  }

  private async runIn(process: SandboxProcess, query: SandboxedQuery, signal: AbortSignal): Promise<JsonText[][]> {
    try {
      if (this.isEnding) throw notOpen();
      return await process.run(query, signal);
    } finally {
      this.pool.release(process);
    }
  }

  /** There will be callers: the first one is not to wait for the start. */
  warmUp(sandbox: Sandbox): void {
    this.compiler.warmUp();
    // The one that the pool gives first.
    this.processes.at(-1)?.warmUp(this.blueprintOf(sandbox.tables));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all([this.compiler.close(), ...this.processes.map((process) => process.end())]);
  }
}

/** What DuckDB has against the SQL is the caller's to mend. */
function translated({ failure: { stage, name, message, problem } }: SandboxRunFailed, statement: Statement): Error {
  const cause = Object.assign(new Error(message), { name });
  if (stage === 'open') return sandboxUnavailable(cause);
  if (problem) return new RefusedSql(problem, cause);
  const clear = callersFailure(cause);
  if (clear) return clear;
  return stage === 'prepare' ? new RefusedSql(refusal(statement, cause), cause) : queryFailure(cause);
}
