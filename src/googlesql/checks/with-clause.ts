import { bracketsIn } from '../tokens/brackets.js';
import { endOf, significantTokens, type SqlToken } from '../tokens/sql-tokens.js';
import { normalSql } from '../tokens/normal-sql.js';
import { offsetAt } from '../tokens/text-position.js';

/** The WITH clause that a query begins with. */
export interface WithClause {
  /** Text of the query up to the end of the clause, so that places in it are places in the query. */
  readonly text: string;
  /** Names of its queries as they are written, including quotes. */
  readonly names: readonly string[];
}

/** Finds the clause by the tokens alone, also in queries that the parser does not take. Undefined where there is none. */
export function withClause(sql: string): WithClause | undefined {
  const tokens = significantTokens(sql);
  if (!isKeyword(tokens[0], 'WITH')) return undefined;
  const { closers } = bracketsIn(tokens);
  const names: string[] = [];
  let index = isKeyword(tokens[1], 'RECURSIVE') ? 2 : 1;
  for (;;) {
    const [name, as, opening] = tokens.slice(index, index + 3);
    if (!name || !isKeyword(as, 'AS') || opening?.text !== '(') return undefined;
    names.push(name.text);
    const closing = closers.get(index + 2) ?? tokens.length;
    const last = tokens[closing];
    if (!last) return undefined;
    if (tokens[closing + 1]?.text !== ',') {
      return { text: sql.slice(0, offsetAt(sql, endOf(last))), names };
    }
    index = closing + 2;
  }
}

/** A query with a name, for WITH. */
export interface NamedQuery {
  readonly name: string;
  readonly sql: string;
}

/** Puts named queries in front of a query, before those of its own WITH; or around it, where one of those has the name of what it reads. */
export function withQueries(sql: string, queries: readonly NamedQuery[]): string {
  if (queries.length === 0) return sql;
  const list = queries.map((query) => `\`${query.name}\` AS (${query.sql})`).join(',\n');
  const [first, second] = significantTokens(sql);
  if (!first || !isKeyword(first, 'WITH')) return `WITH ${list}\n${sql}`;
  const own = new Set(withClause(sql)?.names.map((name) => name.replaceAll('`', '').toLowerCase()));
  if (queries.some(({ name }) => own.has(name.toLowerCase()))) return `WITH ${list}\n(${normalSql(sql)})`;
  const last = second && isKeyword(second, 'RECURSIVE') ? second : first;
  const end = offsetAt(sql, endOf(last));
  return `${sql.slice(0, end)} ${list},\n${sql.slice(end)}`;
}

/** Whether a token is this word, given in upper case and unquoted. */
function isKeyword(token: SqlToken | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === keyword;
}
