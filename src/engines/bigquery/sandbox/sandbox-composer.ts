import { LRUCache } from 'lru-cache';
import { QuernError } from '../../../errors/quern-error.js';
import { normalSql } from '../../../googlesql/tokens/normal-sql.js';
import { type Query, type SqlProblem } from '../../engine.js';
import { type AcquireOptions } from '../../pool.js';
import { RefusedSql } from '../../refused-sql.js';
import { type SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { type Admission, type GateRequest } from './admission.js';
import { checkProblem } from '../check-problem.js';
import { type DryRuns } from '../dry-runs.js';
import { type DescribedSandbox, DescribedSandboxes, KEPT_MS, withSql } from './described-sandboxes.js';
import { sqlTokens } from '../../../googlesql/tokens/sql-tokens.js';
import { INT64_RANGE } from '../../../googlesql/types/types.js';

/** Composed texts whose tables are known to be allowed. */
const TEXTS = 1000;

const STRANGE_TABLE: SqlProblem = {
  line: 1,
  column: 1,
  message: 'this reads more than the queries that it may read',
};

/**
 * Puts callers' SQL in place of a query's final SELECT. It is checked twice: the sandbox's gate resolves the caller's names among the
 * queries of the WITH, whose columns come from BigQuery; and a dry run lists the tables that the whole would read, which must be among
 * those of the WITH.
 */
export class SandboxComposer {
  private readonly sandboxes: DescribedSandboxes;
  private readonly admitted = new LRUCache<string, true>({ max: TEXTS, ttl: KEPT_MS });

  constructor(
    private readonly dryRuns: DryRuns,
    private readonly gate: SandboxCompiler<GateRequest, Admission>,
  ) {
    this.sandboxes = new DescribedSandboxes(dryRuns);
  }

  /** Describes the WITH of the author's query. @throws QuernErrors where BigQuery cannot be asked */
  describe(authored: Query): Promise<DescribedSandbox | SqlProblem> {
    return this.sandboxes.describe(authored);
  }

  /**
   * Makes the query that BigQuery runs: the caller's, behind the WITH of the author's.
   *
   * @throws RefusedSql, and QuernErrors where BigQuery cannot be asked
   */
  async compose<T extends Query & AcquireOptions>(authored: Query, query: T, signal: AbortSignal): Promise<T> {
    const sandbox = await this.describe(authored);
    if ('message' in sandbox) {
      throw new QuernError('query_failed', 'The endpoint has no sandbox.', { cause: new Error(sandbox.message) });
    }
    const admission = await this.gate.compile({ described: sandbox.described, sql: query.sql }, signal, query);
    if ('message' in admission) throw new RefusedSql(admission);
    const before = admission.isLeakproof ? sandbox.clause : barrier(sandbox, query.sql);
    // The brackets make a WITH of the caller's own hide names for the caller alone.
    const composed = withSql(query, `${before}\n(${normalSql(query.sql)}\n)`);
    if (this.admitted.has(composed.sql)) return composed;
    const { tables } = await this.dryRuns.references(composed).catch((error: unknown) => {
      throw refusalOf(error, before) ?? error;
    });
    if (!tables.every((table) => sandbox.tables.has(table))) throw new RefusedSql(STRANGE_TABLE);
    this.admitted.set(composed.sql, true);
    return composed;
  }
}

/** BigQuery's complaint as its place in the caller's part. Its words are left out, since they may reveal the author's SQL. */
function refusalOf(error: unknown, before: string): RefusedSql | undefined {
  const [found] = checkProblem(error).problems;
  const line = found ? found.line - before.split('\n').length : 0;
  if (!found || line < 1) return undefined;
  // The caller's first line begins with a bracket of ours.
  const column = line === 1 ? Math.max(1, found.column - 1) : found.column;
  return new RefusedSql({ line, column, message: 'the engine refuses this; write it another way' }, error);
}

/**
 * A WITH in which each query that the caller's SQL names stands behind the greatest LIMIT, which it does not reach: no
 * condition of the caller's can be evaluated before a limit without changing the answer, so that it is evaluated for the
 * rows that the endpoint lets through alone. The limited queries have names of ours first, since those of the endpoint's
 * queries may be tables' within its WITH. A query that the caller does not name has one column of NULL, so that its name
 * does not reach a table.
 */
function barrier({ described, clause }: DescribedSandbox, sql: string): string {
  const words = new Set(sqlTokens(sql).tokens.map(({ text }) => text.toLowerCase().replaceAll('`', '')));
  const prefix = unused(clause, 'limited');
  const named = described.queries.filter(({ name }) => words.has(name));
  const limited = named.map(
    ({ name }, index) => `${prefix}${index} AS (${clause}\nSELECT * FROM \`${name}\` LIMIT ${INT64_RANGE.max})`,
  );
  const own = described.queries.map(({ name }) => {
    const index = named.findIndex((query) => query.name === name);
    return `\`${name}\` AS (SELECT ${index === -1 ? 'NULL AS nothing' : `* FROM ${prefix}${index}`})`;
  });
  return `WITH ${[...limited, ...own].join(',\n')}`;
}

/** The beginning of names that a text does not have. */
function unused(text: string, prefix: string): string {
  return text.toLowerCase().includes(prefix) ? unused(text, `${prefix}_`) : prefix;
}
