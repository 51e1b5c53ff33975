import { isKeyword } from '../tokens/is-keyword.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { advance, offsetAt } from '../tokens/text-position.js';

/** A query with a name, for WITH. */
export interface NamedQuery {
  readonly name: string;
  readonly sql: string;
}

/** Puts named queries in front of a query, before those of its own WITH. */
export function withQueries(sql: string, queries: readonly NamedQuery[]): string {
  if (queries.length === 0) return sql;
  const list = queries.map((query) => `\`${query.name}\` AS (${query.sql})`).join(',\n');
  const [first, second] = sqlTokens(sql).tokens.filter(({ kind }) => kind !== 'comment');
  if (!first || !isKeyword(first, 'WITH')) return `WITH ${list}\n${sql}`;
  const last = second && isKeyword(second, 'RECURSIVE') ? second : first;
  const end = offsetAt(sql, advance(last, last.text));
  return `${sql.slice(0, end)} ${list},\n${sql.slice(end)}`;
}
