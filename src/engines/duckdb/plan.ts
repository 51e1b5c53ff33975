import { type DuckDBConnection } from '@duckdb/node-api';
import { type Argument } from '../engine.js';
import { bindArguments } from './arguments.js';
import { type Compiled } from './compiler/compile.js';
import { type MacrosInUse } from './macros-in-use.js';

/** A step of DuckDB's plan, in its JSON. */
interface PlanStep {
  readonly name: string;
  readonly children: readonly PlanStep[];
  readonly extra_info: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * DuckDB's plan for a query with these values: each step above those that it takes its rows from. The query is not run. DuckDB's own
 * drawing is no use: it breaks values over several lines, so that they could not be found and hidden.
 */
export async function queryPlan(
  connection: DuckDBConnection,
  { sql, macros: called }: Compiled,
  given: readonly Argument[],
  now: Date,
  macros: MacrosInUse,
): Promise<string> {
  await macros.provide(called);
  const statement = await connection.prepare(`EXPLAIN (FORMAT JSON) ${sql}`);
  try {
    bindArguments(statement, given, now);
    const reader = await statement.runAndReadAll();
    // Each kind of plan has a row: its name, and its steps.
    const steps = reader.getRows().flatMap(([, text]) => JSON.parse(String(text)) as PlanStep[]);
    return steps.flatMap((step) => linesOf(step)).join('\n');
  } finally {
    statement.destroySync();
  }
}

function linesOf({ name, children, extra_info: told }: PlanStep, indent = ''): readonly string[] {
  const facts = Object.entries(told).flatMap(([title, texts]) =>
    [texts].flat().map((text) => `${indent}    ${title}: ${text.replaceAll('\n', ' ')}`),
  );
  return [`${indent}${name.trim()}`, ...facts, ...children.flatMap((child) => linesOf(child, `${indent}  `))];
}

/**
 * Lays out compiled SQL over several lines, for people: the same SQL but for its white space. Text that the formatter cannot read stays as
 * it is.
 */
export async function layOut(sql: string): Promise<string> {
  // The formatter takes a fifth of a second to load, and only an explanation needs it.
  const { duckdb, formatDialect } = await import('sql-formatter');
  try {
    return formatDialect(sql, {
      dialect: duckdb,
      expressionWidth: 100,
      paramTypes: { named: ['$'] },
    });
  } catch {
    return sql;
  }
}
