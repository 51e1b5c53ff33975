import { type DuckDBConnection } from '@duckdb/node-api';
import { quoteString } from '../compiler/types/duckdb-types.js';
import { macros } from '../macros/macros.js';
import { literally } from './globs.js';
import { type TableFiles } from './table-files.js';

/** DuckDB's sample for guessing types: rows of each file, and files. */
const SAMPLE = { rows: 20_480, files: 32 };

/**
 * Refuses deeply nested rows. DuckDB guesses types by a recursion over each row: one of thousands of levels takes it minutes, and one of
 * some ten thousand is too much for the stack, and the process ends.
 *
 * @throws Error where its sample has such a row
 */
export async function assertShallow(
  connection: DuckDBConnection,
  { format, patterns }: Pick<TableFiles, 'format' | 'patterns'>,
): Promise<void> {
  const rowFormat = format === 'ndjson' ? 'newline_delimited' : 'auto';
  const deep: string[] = [];
  await connection.run(deepMacros());
  for (const file of await sampledFiles(connection, patterns)) {
    const rows = `SELECT json FROM read_json_objects(${quoteString(literally(file))}, format = '${rowFormat}') LIMIT ${SAMPLE.rows}`;
    const found = await connection.runAndReadAll(`SELECT 1 FROM (${rows}) WHERE bq_json_is_deep(json) LIMIT 1`);
    if (found.currentRowCount > 0) deep.push(file);
  }
  if (deep.length === 0) return;
  throw new Error(
    `a row of ${deep.join(' and ')} is nested more than 500 levels deep, so that its type cannot be guessed; write the types of the columns beside it, in a .schema.json file`,
  );
}

function deepMacros(): string {
  const names = ['bq_json_brackets', 'bq_json_deeper', 'bq_json_is_deep'];
  return names.map((name) => `CREATE OR REPLACE TEMP MACRO ${macros().get(name) ?? ''};`).join(' ');
}

async function sampledFiles(connection: DuckDBConnection, patterns: readonly string[]): Promise<readonly string[]> {
  const list = patterns.map(quoteString).join(', ');
  const found = await connection.runAndReadAll(`SELECT file FROM glob([${list}]) LIMIT ${SAMPLE.files}`);
  return found.getRows().map(([file]) => String(file));
}
