import { LRUCache } from 'lru-cache';
import { QuernError } from '../../../errors/quern-error.js';
import { namedParameters } from '../../../googlesql/checks/named-parameters.js';
import { normalSql } from '../../../googlesql/tokens/normal-sql.js';
import { sqlTokens } from '../../../googlesql/tokens/sql-tokens.js';
import { withClause } from '../../../googlesql/checks/with-clause.js';
import { type SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { type DescribedQueries, type DescribedQuery } from '../../sandbox/described-queries.js';
import { type Query, type SqlProblem } from '../../engine.js';
import { type AcquireOptions } from '../../pool.js';
import { RefusedSql } from '../../refused-sql.js';
import { checkProblem } from '../check-problem.js';
import { fieldType } from '../column-types.js';
import { dryRunRequest, type RequestOptions } from '../requests.js';
import { type FieldSchema, type QueryRequest } from '../rest.js';

/** Two dry runs: what a query answers with, and what it reads. */
export interface DryRuns {
  fields(request: QueryRequest): Promise<readonly FieldSchema[]>;
  /** As `project.dataset.table`. */
  tables(request: QueryRequest): Promise<readonly string[]>;
}

interface Opened {
  readonly sandbox: DescribedQueries;
  /** The author's query up to the end of its WITH. */
  readonly clause: string;
  /** What the queries of the WITH read. */
  readonly tables: ReadonlySet<string>;
}

/** Sandboxed queries that are known, and texts of callers that BigQuery has looked at. */
const QUERIES = 100;
const TEXTS = 1000;
/** A table may get other columns, and a view other tables. */
const KEPT_MS = 600_000;

/** The greatest LIMIT that there is. */
const MOST_ROWS = 2n ** 63n - 1n;

/** A name that is the same in every engine; no caller can write another one. */
const PLAIN_NAME = /^`?([A-Za-z_][A-Za-z0-9_]*)`?$/;

/**
 * Puts callers' SQL in place of a query's final SELECT. The compiler of callers' SQL is the first wall: it resolves the
 * caller's names among the queries of the WITH, of which BigQuery tells the columns. The second is BigQuery's own word for
 * which tables the whole would read.
 */
export class Sandboxes {
  private readonly opened = new LRUCache<string, Promise<Opened | SqlProblem>>({ max: QUERIES, ttl: KEPT_MS });
  private readonly admitted = new LRUCache<string, true>({ max: TEXTS, ttl: KEPT_MS });

  constructor(
    private readonly dryRuns: DryRuns,
    private readonly options: RequestOptions,
    private readonly compiler: SandboxCompiler,
  ) {}

  async open(query: Query): Promise<Opened | SqlProblem> {
    const key = JSON.stringify([query.sql, query.parameters.map(({ name, type, array }) => [name, type, array])]);
    const known = this.opened.get(key);
    if (known) return known;
    const opening = this.describe(query);
    this.opened.set(key, opening);
    opening.catch(() => this.opened.delete(key));
    return opening;
  }

  /** What BigQuery runs for a caller. @throws RefusedSql, and QuernErrors where BigQuery cannot be asked */
  async compose<T extends Query & AcquireOptions>(query: T, callerSql: string, signal: AbortSignal): Promise<T> {
    const opened = await this.open(query);
    if ('message' in opened) {
      throw new QuernError('query_failed', 'The endpoint has no sandbox.', { cause: new Error(opened.message) });
    }
    const { sandbox } = opened;
    const compiled = await this.compiler.compile({ sandbox, callerSql, maxRows: query.maxRows }, signal, query);
    if ('message' in compiled) throw new RefusedSql(compiled);
    const before = compiled.leakproof ? opened.clause : barrier(opened, callerSql);
    // In brackets, so that a WITH of the caller's own hides names for the caller alone.
    const sql = `${before}\n(${normalSql(callerSql)}\n)`;
    const composed = withSql(query, sql);
    if (this.admitted.has(sql)) return composed;
    const tables = await this.dryRuns.tables(dryRunRequest(composed, this.options)).catch((error: unknown) => {
      throw refusalOf(error, before) ?? error;
    });
    if (!tables.every((table) => opened.tables.has(table))) throw new RefusedSql(STRANGE_TABLE);
    this.admitted.set(sql, true);
    return composed;
  }

  private async describe(query: Query): Promise<Opened | SqlProblem> {
    const clause = withClause(query.sql);
    if (!clause) return problem('a sandboxed query begins with WITH: its queries are what callers may read');
    const queries: DescribedQuery[] = [];
    const tables = new Set<string>();
    for (const written of clause.names) {
      const name = PLAIN_NAME.exec(written)?.[1];
      if (name === undefined) return problem(`the WITH query ${written} needs a name of ASCII letters, digits and "_"`);
      const request = dryRunRequest(withSql(query, `${clause.text}\nSELECT * FROM ${written}`), this.options);
      const columns = (await this.dryRuns.fields(request)).map((field) => ({ field, type: fieldType(field) }));
      const strange = columns.find(({ type }) => type === undefined)?.field;
      if (strange) {
        return problem(
          `column ${strange.name} of "${name}" is of type ${strange.type}, which a sandbox does not have; CAST it`,
        );
      }
      queries.push({
        name: name.toLowerCase(),
        columns: columns.flatMap(({ field, type }) => (type ? { name: field.name, type } : [])),
      });
      for (const table of await this.dryRuns.tables(request)) tables.add(table);
    }
    const parameters = query.parameters.map(({ name, type, array }) => ({ name, type, array }));
    return { sandbox: { sql: query.sql, parameters, queries }, clause: clause.text, tables };
  }
}

/**
 * The queries that the caller names, each behind a limit that it does not reach: a condition of the caller's cannot be asked
 * before that without changing the answer, so that it is asked of the rows that the endpoint lets through alone. They have
 * names of ours first, since those of the endpoint's may be tables' within it. What the caller does not name stands for
 * nothing, and not for a table of that name.
 */
function barrier({ sandbox, clause }: Opened, callerSql: string): string {
  const words = new Set(sqlTokens(callerSql).tokens.map(({ text }) => text.toLowerCase().replaceAll('`', '')));
  const prefix = unused(clause, 'limited');
  const named = sandbox.queries.filter(({ name }) => words.has(name));
  const limited = named.map(
    ({ name }, index) => `${prefix}${index} AS (${clause}\nSELECT * FROM \`${name}\` LIMIT ${MOST_ROWS})`,
  );
  const own = sandbox.queries.map(({ name }) => {
    const index = named.findIndex((query) => query.name === name);
    return `\`${name}\` AS (SELECT ${index === -1 ? 'NULL AS nothing' : `* FROM ${prefix}${index}`})`;
  });
  return `WITH ${[...limited, ...own].join(',\n')}`;
}

/** The beginning of names that a text does not have. */
function unused(text: string, prefix: string): string {
  return text.toLowerCase().includes(prefix) ? unused(text, `${prefix}_`) : prefix;
}

/** Another text, with those of the parameters that it uses. */
function withSql<T extends Query>(query: T, sql: string): T {
  const used = new Set(namedParameters(sql).map(({ name }) => name.toLowerCase()));
  const parameters = query.parameters.filter(({ name }) => used.has(name.toLowerCase()));
  return { ...query, sql, parameters, callerSql: undefined };
}

/** What BigQuery has against the caller's part, in that part's places. Its words may be about the author's. */
function refusalOf(error: unknown, before: string): RefusedSql | undefined {
  const [found] = checkProblem(error).problems;
  const line = found ? found.line - before.split('\n').length : 0;
  if (!found || line < 1) return undefined;
  // A bracket of ours stands in front of its first line.
  const column = line === 1 ? Math.max(1, found.column - 1) : found.column;
  return new RefusedSql({ line, column, message: 'the engine refuses this; write it another way' }, error);
}

const STRANGE_TABLE = problem('this reads more than the queries that it may read');

function problem(message: string): SqlProblem {
  return { line: 1, column: 1, message };
}
