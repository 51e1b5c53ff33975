import { type DuckDBConnection } from '@duckdb/node-api';
import { printable } from '../../errors/excerpt.js';
import { type SqlProblem } from '../engine.js';
import { type Compiled } from './compiler/compile.js';
import { patternComplaint } from './failure.js';
import { quoteString } from './compiler/types/duckdb-types.js';
import { type WrittenPattern } from './compiler/expressions/written-pattern.js';

/** Most characters of a pattern in a message. */
const MAX_SHOWN = 60;

/** The first literal that RE2 cannot read as a regular expression. DuckDB asks RE2 about a constant as it prepares. */
export async function unreadablePattern(
  connection: DuckDBConnection,
  patterns: readonly WrittenPattern[],
): Promise<SqlProblem | undefined> {
  for (const { text, line, column } of patterns) {
    if (text === undefined) continue;
    const error = await connection.prepare(`SELECT regexp_matches('', ${quoteString(text)})`).then(
      (statement) => {
        statement.destroySync();
      },
      (reason: unknown) => reason,
    );
    const message = error === undefined ? undefined : complaint(error);
    if (message !== undefined) return { line, column, message };
  }
  return undefined;
}

/** The unreadable literal, if an error reports an unreadable pattern; that may also be a parameter's value. */
export async function badPattern(
  connection: DuckDBConnection,
  { patterns = [] }: Pick<Compiled, 'patterns'>,
  error: unknown,
): Promise<SqlProblem | undefined> {
  return complaint(error) === undefined ? undefined : unreadablePattern(connection, patterns);
}

/** The pattern that is put together from literals, where DuckDB has evaluated it before the query ran. */
export function composedPattern(patterns: readonly WrittenPattern[], error: unknown): SqlProblem | undefined {
  const message = complaint(error);
  const pattern = patterns.find(({ text }) => text === undefined);
  return message !== undefined && pattern ? { line: pattern.line, column: pattern.column, message } : undefined;
}

/** The message about a pattern that RE2 cannot read; undefined where the error is about something else. */
function complaint(error: unknown): string | undefined {
  const found = patternComplaint(error);
  if (!found) return undefined;
  const { reason, part } = found;
  const where = part === undefined ? '' : ` in "${printable(part.slice(0, MAX_SHOWN).toWellFormed())}"`;
  return `this is no regular expression of RE2: ${reason}${where}`;
}
