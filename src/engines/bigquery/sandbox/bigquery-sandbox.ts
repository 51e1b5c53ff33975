import {
  type CheckedQuery,
  type CheckedSandbox,
  type Explanation,
  type Query,
  type Result,
  type Sandbox,
  type Statement,
} from '../../engine.js';
import { eachProblem } from '../../../googlesql/sql-problem.js';
import { wholeTypeName } from '../../../googlesql/types/types.js';
import { RefusedSql } from '../../refused-sql.js';
import { placedFailure } from '../../sandbox/placed-failure.js';
import { reasonOf } from '../failure.js';
import { checkProblem } from '../check-problem.js';
import { type DryRuns } from '../dry-runs.js';
import { type Runs } from '../runs.js';
import { type SandboxComposer } from './sandbox-composer.js';

/** Callers' SQL over one query of the author's: BigQuery runs the two composed. */
export class BigQuerySandbox implements Sandbox {
  constructor(
    private readonly query: Query,
    private readonly composer: SandboxComposer,
    private readonly dryRuns: DryRuns,
    private readonly runs: Runs,
  ) {}

  async prepare(): Promise<CheckedSandbox> {
    try {
      const described = await this.composer.describe(this.query);
      if ('message' in described) return { problems: [described] };
      const { queries } = described.described;
      const readable = queries.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({ name: column.name, type: wholeTypeName(column.type) })),
      }));
      return { problems: [], readable };
    } catch (error) {
      return checkProblem(error);
    }
  }

  async check(query: Query): Promise<CheckedQuery> {
    try {
      return await this.dryRuns.check(await this.composer.compose(this.query, query, new AbortController().signal));
    } catch (error) {
      return error instanceof RefusedSql ? { problems: eachProblem(error.problem) } : checkProblem(error);
    }
  }

  async run(statement: Statement): Promise<Result> {
    try {
      return await this.runs.run(statement, (signal) => this.composer.compose(this.query, statement, signal));
    } catch (error) {
      const { sql: authored } = this.query;
      throw placedFailure(error, { sql: statement.sql, authored, reasonOf });
    }
  }

  async explain(statement: Statement): Promise<Explanation> {
    return this.dryRuns.explain(await this.composer.compose(this.query, statement, statement.signal));
  }
}
