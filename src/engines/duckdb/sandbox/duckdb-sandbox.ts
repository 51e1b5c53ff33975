import { withDeadline } from '../../deadline.js';
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
import { type Checks } from '../checks.js';
import { resultOf } from '../result.js';
import { type Runs } from '../runs.js';
import { sandboxRefusal, type Statements } from '../statements.js';
import { type SandboxProcesses } from './sandbox-processes.js';

/** What the sandboxes of one engine share. */
export interface SandboxParts {
  readonly statements: Statements;
  readonly checks: Checks;
  readonly runs: Runs;
  readonly processes: SandboxProcesses;
  /** What the engine was opened for. */
  readonly purpose: 'run' | 'check';
}

/** Callers' SQL over one query of the author's: compiled on a thread, and run in another process. */
export class DuckDbSandbox implements Sandbox {
  constructor(
    private readonly query: Query,
    private readonly parts: SandboxParts,
  ) {}

  prepare(): Promise<CheckedSandbox> {
    const { statements, processes, purpose } = this.parts;
    const sandbox = statements.compileSandbox(this.query);
    if ('message' in sandbox) return Promise.resolve({ problems: [sandbox] });
    if (purpose === 'run') processes.warmUp(sandbox);
    return Promise.resolve({ problems: [] });
  }

  async check(query: Query): Promise<CheckedQuery> {
    const { statements, processes, checks } = this.parts;
    try {
      const compiled = await processes.compile(statements.needSandbox(this.query), query);
      return await checks.check(compiled, (error) => sandboxRefusal(query, error, compiled));
    } catch (error) {
      if (error instanceof RefusedSql) return { problems: [error.problem] };
      throw error;
    }
  }

  async run(statement: Statement): Promise<Result> {
    const { statements, processes } = this.parts;
    const startedAt = performance.now();
    const answer = await withDeadline(statement, (signal) =>
      processes.run(statements.needSandbox(this.query), statement, signal),
    );
    return resultOf(answer, statement.maxRows, startedAt);
  }

  async explain(statement: Statement): Promise<Explanation> {
    const { statements, processes, runs } = this.parts;
    const sandbox = statements.needSandbox(this.query);
    return runs.explain(await processes.compile(sandbox, statement, statement.signal), statement);
  }
}
