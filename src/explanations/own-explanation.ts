import { type Engine, type Explanation, type Statement } from '../engines/engine.js';
import { type PreparedCall } from '../execution/call.js';
import { withPlaceAsWritten } from '../execution/sandbox-sql.js';
import { sqlRunner, statementOf } from '../execution/statement.js';

/** The statement that a call would run, and what the engine that would run it says of it. Nothing is run. */
export async function ownExplanation(
  engine: Engine,
  { key, query, sandboxSqlAsWritten }: PreparedCall,
  signal: AbortSignal,
): Promise<{ readonly statement: Statement; readonly own: Explanation }> {
  const { endpoint, values, sandboxSql } = query;
  const statement = statementOf(endpoint, values, { sandboxSql, caller: key.id, signal });
  try {
    return { statement, own: await sqlRunner(engine, query).explain(statement) };
  } catch (error) {
    throw withPlaceAsWritten(error, endpoint, sandboxSqlAsWritten);
  }
}
