import { type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { type Query, type SqlProblem } from '../engine.js';
import { sandboxKey } from '../sandbox/sandbox-key.js';
import { compile, type Compiled } from './compiler/compile.js';
import { callerRefusalOf, refusalOf } from './compiler/refusal.js';
import { compileSandbox, type CompiledSandbox } from './compiler/sandbox/sandbox.js';
import { type Tables } from './compiler/names/tables.js';
import { type MacrosInUse } from './macros-in-use.js';
import { firstLine } from './failure.js';
import { prepareAsCompiled } from './prepare.js';
import { composedPattern } from './unreadable-pattern.js';

interface StatementLimits {
  /** Most characters in all compiled queries, GoogleSQL and DuckDB's SQL together. */
  readonly compiledCharacters: number;
  readonly prepared: number;
}

/** Limits of some 32 MB of texts, and some 10 MB of plans for each connection. */
const LIMITS: StatementLimits = { compiledCharacters: 16_000_000, prepared: 100 };

const SANDBOXES = 100;

/**
 * Compiles the authors' queries, and prepares each once per connection. Both are kept for the queries that were used last, so that memory
 * stays bounded with any number of queries and of changes to their files.
 */
export class Statements {
  private readonly compiled: LRUCache<string, Compiled>;
  private readonly sandboxes = new LRUCache<string, CompiledSandbox>({ max: SANDBOXES });
  private readonly verified = new WeakSet<Compiled>();
  private readonly prepared = new WeakMap<DuckDBConnection, LRUCache<Compiled, DuckDBPreparedStatement>>();

  constructor(
    private readonly tables: Tables,
    private readonly macros: MacrosInUse,
    private readonly limits = LIMITS,
  ) {
    this.compiled = new LRUCache({
      maxSize: limits.compiledCharacters,
      sizeCalculation: ({ sql, values }, key) => key.length + sql.length + (values?.sql.length ?? 0),
    });
  }

  compile(query: Query): Compiled | SqlProblem {
    const key = JSON.stringify([
      query.sql,
      query.maxRows,
      query.parameters.map(({ name, type, array }) => [name, type, array]),
    ]);
    const known = this.compiled.get(key);
    if (known) return known;
    const fresh = compile(query, this.tables);
    if ('sql' in fresh) this.compiled.set(key, fresh);
    return fresh;
  }

  /** Compiles the WITH that a query begins with; callers' SQL over it is compiled elsewhere, and kept nowhere. */
  compileSandbox(query: Query): CompiledSandbox | SqlProblem {
    const key = sandboxKey(query);
    const known = this.sandboxes.get(key);
    if (known) return known;
    const fresh = compileSandbox(query, this.tables);
    if ('context' in fresh) this.sandboxes.set(key, fresh);
    return fresh;
  }

  async prepare(connection: DuckDBConnection, compiled: Compiled): Promise<DuckDBPreparedStatement> {
    const statements = this.prepared.get(connection) ?? preparedStatements(this.limits.prepared);
    this.prepared.set(connection, statements);
    const known = statements.get(compiled);
    if (known) return known;
    const statement = await this.prepareOnce(connection, compiled);
    statements.set(compiled, statement);
    return statement;
  }

  /** Prepares a statement for the caller to destroy; it takes no place of those that are kept. */
  async prepareOnce(connection: DuckDBConnection, compiled: Compiled): Promise<DuckDBPreparedStatement> {
    await this.verifyNested(connection, compiled);
    return prepareAsCompiled(connection, compiled, this.macros);
  }

  /** Prepares a compiled query once, to see whether DuckDB takes it, and keeps nothing. */
  async verify(connection: DuckDBConnection, compiled: Compiled): Promise<void> {
    const statement = await this.prepareOnce(connection, compiled);
    statement.destroySync();
  }

  /** Checks the types of nested values on a query that has the values themselves: the prepared one has them as JSON text. */
  private async verifyNested(connection: DuckDBConnection, compiled: Compiled): Promise<void> {
    if (!compiled.values || this.verified.has(compiled)) return;
    const statement = await prepareAsCompiled(connection, compiled.values, this.macros);
    statement.destroySync();
    this.verified.add(compiled);
  }
}

/** Prepared statements of a connection. It runs one at a time and prepares the next when that has ended: none is destroyed while it runs. */
function preparedStatements(max: number): LRUCache<Compiled, DuckDBPreparedStatement> {
  return new LRUCache({
    max,
    dispose: (statement) => {
      statement.destroySync();
    },
  });
}

/** DuckDB's refusal of the compiled form of the author's query. */
export function refusal({ sql }: Query, error: unknown, compiled?: Compiled): SqlProblem {
  return composedPattern(compiled?.patterns ?? [], error) ?? refusalOf(sql, firstLine(error));
}

/** DuckDB's refusal of a caller's query, in words that do not reveal the author's. */
export function sandboxRefusal({ sql }: Query, error: unknown, compiled?: Compiled): SqlProblem {
  return composedPattern(compiled?.patterns ?? [], error) ?? callerRefusalOf(sql, firstLine(error));
}
