import { type DuckDBConnection } from '@duckdb/node-api';
import { type Argument } from '../engine.js';
import { bindArguments } from './arguments.js';
import { type Compiled } from './compiler/compile.js';
import { type MacrosInUse } from './macros-in-use.js';

/** DuckDB's plan for a query with these values, as it draws it. Nothing is run. */
export async function queryPlan(
  connection: DuckDBConnection,
  { sql }: Compiled,
  given: readonly Argument[],
  now: Date,
  macros: MacrosInUse,
): Promise<string> {
  await macros.provide(sql);
  const statement = await connection.prepare(`EXPLAIN ${sql}`);
  try {
    bindArguments(statement, given, now);
    const reader = await statement.runAndReadAll();
    // One row for each kind of plan: its name, and the drawing.
    return reader
      .getRows()
      .map(([, drawing]) => String(drawing))
      .join('\n')
      .trimEnd();
  } finally {
    statement.destroySync();
  }
}
