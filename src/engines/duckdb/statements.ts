import { type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { type Query, type SqlProblem } from '../engine.js';
import { type Compiled } from './compiler/compile.js';
import { callerRefusalOf, refusalOf } from './compiler/refusal.js';
import { type MacrosInUse } from './macros-in-use.js';
import { firstLine } from './failure.js';
import { prepareAsCompiled } from './prepare.js';
import { composedPattern } from './unreadable-pattern.js';

/** Most prepared statements of a connection: some 10 MB of plans. */
const MAX_PREPARED = 100;

/** Prepares compiled queries, each once per connection. Those that were used last are kept. */
export class Statements {
  private readonly verified = new WeakSet<Compiled>();
  private readonly prepared = new WeakMap<DuckDBConnection, LRUCache<Compiled, DuckDBPreparedStatement>>();

  constructor(
    private readonly macros: MacrosInUse,
    private readonly maxPrepared = MAX_PREPARED,
  ) {}

  async prepare(connection: DuckDBConnection, compiled: Compiled): Promise<DuckDBPreparedStatement> {
    const statements = this.prepared.get(connection) ?? preparedStatements(this.maxPrepared);
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
