import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { tooMuch } from '../compile-budget.js';
import { expandedSize } from './expansion.js';
import { LONG, withBoundArguments } from './bound-arguments.js';
import { type Sql } from '../sql-tree/sql.js';

/** Most words of an author’s query, with every macro written out: some ten seconds of preparing. */
const MAX_AUTHOR_WORDS = 500_000;
/** Most words of a caller's query, about one second: it is prepared for each run. */
export const MAX_CALLER_WORDS = 50_000;

/** Most characters for each of these words. Longer SQL is not searched, which would itself take too long. */
const CHARACTERS_PER_WORD = 20;

/**
 * A query that DuckDB prepares in time. The arguments of costly macros are bound to names, so that they are written out once; this is worth
 * it for a single macro, too: an argument that a macro reads several times is planned several times in each run, and computed as often for
 * each row.
 *
 * @throws DialectError where DuckDB would take too long over it before it runs it.
 */
export function boundedSql(sql: Sql, statement: WrittenNode, most = MAX_AUTHOR_WORDS): Sql {
  if (sql.length > most * CHARACTERS_PER_WORD) throw tooMuch(statement);
  if (expandedSize(sql) <= LONG) return sql;
  const lean = withBoundArguments(sql);
  if (lean.size > most) throw tooMuch(statement);
  return lean.sql;
}
