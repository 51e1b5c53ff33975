import { PARTITION_COLUMNS } from '../catalog/partition-columns.js';
import { type Explanation, type Engine, type Statement } from '../engines/engine.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { type PreparedCall } from '../execution/call.js';
import { type CallCost } from './call-cost.js';
import { queryReads, type TableRead } from '../googlesql/checks/table-reads.js';
import { withClause } from '../googlesql/checks/with-clause.js';
import { ifParsed } from '../googlesql/grammar/parse.js';
import { withPlaceAsWritten } from '../execution/sandbox-sql.js';
import { sqlRunner, statementOf } from '../execution/statement.js';

/** The plan of one call to an endpoint. */
export interface CallExplanation {
  readonly query: BoundQuery;
  /** SELECT of the caller's own as it was given, which is run in place of the endpoint's. */
  readonly sandboxSqlAsWritten: string | undefined;
  /** Tables that the query reads; undefined where our parser does not take the query. */
  readonly tables: readonly TableRead[] | undefined;
  readonly engines: readonly EngineExplanation[];
  readonly cost: CallCost;
}

export interface EngineExplanation extends Partial<Explanation> {
  readonly name: string;
  /** Whether calls are run on this engine. */
  readonly isInUse: boolean;
  /** Reason why there is no explanation from it. */
  readonly refusal?: string | undefined;
}

export function explanationOf(
  { query, sandboxSqlAsWritten }: Pick<PreparedCall, 'query' | 'sandboxSqlAsWritten'>,
  engines: readonly EngineExplanation[],
  cost: CallCost,
): CallExplanation {
  const tables = ifParsed(wholeSql(query), (tree) => queryReads(tree, PARTITION_COLUMNS)?.tables);
  return { query, sandboxSqlAsWritten, tables, engines, cost };
}

/** The SQL that is run for a caller's own, which takes the place of the final SELECT. All tables are in front of it, at the places of the file. */
function wholeSql({ endpoint, sandboxSql }: BoundQuery): string {
  const clause = sandboxSql === undefined ? undefined : withClause(endpoint.sql);
  return clause ? `${clause.text}\n(${sandboxSql ?? ''}\n)` : endpoint.sql;
}

/** Prepares the statement of a call and has its engine explain it, without running it. */
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
