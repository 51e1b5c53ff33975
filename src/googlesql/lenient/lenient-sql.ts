import type { SqlProblem } from '../sql-problem.js';
import { type Cast, findCasts } from './casts.js';
import { escapeDoubledQuotes } from './doubled-quotes.js';
import { type TextEdit, RewrittenText } from './rewritten-text.js';

/**
 * GoogleSQL for SQL that also has two things of PostgreSQL's: `expr::type`, and `''` for a quote within a string. What is GoogleSQL
 * already stays as it is, letter for letter. Whether the outcome may be run is for the same checks to say as of any other text.
 */
export function googleSqlOf(lenientSql: string): RewrittenText | SqlProblem {
  const sql = escapeDoubledQuotes(lenientSql);
  if (typeof sql !== 'string') return sql;
  const casts = findCasts(sql);
  if ('message' in casts) return casts;
  return new RewrittenText(
    sql,
    casts.flatMap((cast) => castEdits(cast, sql)),
  );
}

function castEdits({ operandStart, start, end, type }: Cast, sql: string): readonly TextEdit[] {
  // `SELECT'x'::text` must not become one word with it.
  const gap = /[\p{L}\p{N}_]$/u.test(sql.slice(Math.max(0, operandStart - 2), operandStart)) ? ' ' : '';
  return [
    { start: operandStart, end: operandStart, text: `${gap}CAST(` },
    { start, end, text: ` AS ${type})` },
  ];
}
