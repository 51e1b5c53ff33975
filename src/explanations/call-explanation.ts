import { PARTITION_COLUMNS } from '../catalog/partition-columns.js';
import { type Explanation, type Engine, type Statement } from '../engines/engine.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { type PreparedCall } from '../execution/call.js';
import { type CallCost } from './call-cost.js';
import { tableReads, type TableRead } from '../googlesql/checks/table-reads.js';
import { withClause } from '../googlesql/checks/with-clause.js';
import { ifParsed } from '../googlesql/grammar/parse.js';
import { withPlaceAsWritten } from '../execution/sandbox-sql.js';
import { sqlRunner, statementOf } from '../execution/statement.js';

/** What one call of an endpoint would do. */
export interface CallExplanation {
  readonly query: BoundQuery;
  /** A SELECT of the caller's own as it was given, which is run in place of the endpoint's. */
  readonly sandboxSqlAsWritten: string | undefined;
  /** The tables that the query reads; undefined where our parser does not take the query. */
  readonly tables: readonly TableRead[] | undefined;
  readonly engines: readonly EngineExplanation[];
  readonly cost: CallCost;
}

export interface EngineExplanation extends Partial<Explanation> {
  readonly name: string;
  /** It is the one that calls are run on. */
  readonly isInUse: boolean;
  /** Why there is nothing to be told of it. */
  readonly refusal?: string | undefined;
}

export function explanationOf(
  { query, sandboxSqlAsWritten }: Pick<PreparedCall, 'query' | 'sandboxSqlAsWritten'>,
  engines: readonly EngineExplanation[],
  cost: CallCost,
): CallExplanation {
  const tables = ifParsed(wholeSql(query), (tree) => tableReads(tree, PARTITION_COLUMNS));
  return { query, sandboxSqlAsWritten, tables, engines, cost };
}

/** What is run for a caller's SQL: that in place of the final SELECT. All tables are in front of it, at the places of the file. */
function wholeSql({ endpoint, sandboxSql }: BoundQuery): string {
  const clause = sandboxSql === undefined ? undefined : withClause(endpoint.sql);
  return clause ? `${clause.text}\n(${sandboxSql ?? ''}\n)` : endpoint.sql;
}

/** The statement that a call would run, and what the engine that would run it says of it. Nothing is run. */
export async function ownExplanation(
  engine: Engine,
  { key, query, sandboxSqlAsWritten }: PreparedCall,
  signal: AbortSignal,
): Promise<{ readonly statement: Statement; readonly own: Explanation }> {
  const statement = statementOf(query, { caller: key.id, signal });
  try {
    return { statement, own: await sqlRunner(engine, query).explain(statement) };
  } catch (error) {
    throw withPlaceAsWritten(error, query.endpoint, sandboxSqlAsWritten);
  }
}
