import { type DuckDBConnection } from '@duckdb/node-api';
import { NEVER } from '../deadline.js';
import { type CheckedQuery, type SqlProblem } from '../engine.js';
import { Pool } from '../pool.js';
import { type Compiled } from './compiler/compile.js';
import { publicColumns } from './result.js';
import { type Statements } from './statements.js';
import { unreadablePattern } from './unreadable-pattern.js';

/** Checks on connections of their own, so that files that change neither wait for queries nor keep them waiting. */
export class Checks {
  private readonly pool: Pool<DuckDBConnection>;

  constructor(
    connections: readonly DuckDBConnection[],
    private readonly statements: Statements,
  ) {
    this.pool = new Pool(connections, Infinity);
  }

  /** Checks the compiled form of a query in DuckDB; `problemOf` translates its refusal. */
  async check(compiled: Compiled, problemOf: (error: unknown) => SqlProblem): Promise<CheckedQuery> {
    const connection = await this.pool.acquire(NEVER);
    try {
      const problem = await unreadablePattern(connection, compiled.patterns ?? []);
      if (problem) return { problems: [problem] };
      await this.statements.verify(connection, compiled);
      const { guessed = [] } = compiled;
      return { columns: publicColumns(compiled), problems: [], ...(guessed.length > 0 && { guessed }) };
    } catch (error) {
      return { problems: [problemOf(error)] };
    } finally {
      this.pool.release(connection);
    }
  }

  /** Closes the connections that are idle. */
  end(): void {
    for (const connection of this.pool.drain()) connection.closeSync();
  }
}
