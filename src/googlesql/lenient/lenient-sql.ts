import type { SqlProblem } from '../sql-problem.js';
import { type Cast, findCasts } from './casts.js';
import { escapeDoubledQuotes } from './doubled-quotes.js';
import { type TextEdit, RewrittenText } from './rewritten-text.js';

/**
 * Rewrites SQL with two of PostgreSQL's habits as GoogleSQL: `expr::type`, and `''` for a quote within a string. GoogleSQL stays as it is,
 * letter for letter. The outcome is still to be checked like any other text.
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
  // A space keeps `SELECT'x'::text` from becoming one word with CAST.
  const gap = /[\p{L}\p{N}_]$/u.test(sql.slice(Math.max(0, operandStart - 2), operandStart)) ? ' ' : '';
  return [
    { start: operandStart, end: operandStart, text: `${gap}CAST(` },
    { start, end, text: ` AS ${type})` },
  ];
}
