import { withDeadline } from '../../deadline.js';
import { eachProblem } from '../../../googlesql/sql-problem.js';
import {
  type CheckedQuery,
  type CheckedSandbox,
  type Explanation,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
} from '../../engine.js';
import { RefusedSql } from '../../refused-sql.js';
import { placedFailure } from '../../sandbox/placed-failure.js';
import { reasonOf } from '../failure.js';
import { type Checks } from '../checks.js';
import { resultOf } from '../result.js';
import { type CompiledSandbox } from '../compiler/sandbox/sandbox.js';
import { asUnavailable, ChangedData, UnreadableData } from '../data/changed-data.js';
import { type TableVersion } from '../data/table-version.js';
import { type KeptTables } from '../store/kept-tables.js';
import { type Runs } from '../runs.js';
import { sandboxRefusal } from '../statements.js';
import { type SandboxProcesses } from './sandbox-processes.js';

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
