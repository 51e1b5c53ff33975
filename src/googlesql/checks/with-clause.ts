import { closingBracket } from '../tokens/closing-bracket.js';
import { isKeyword } from '../tokens/is-keyword.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { advance, offsetAt } from '../tokens/text-position.js';

/** The WITH clause that a query begins with. */
export interface WithClause {
  /** Text of the query up to the end of the clause, so that places in it are places in the query. */
  readonly text: string;
  /** Names of its queries as they are written, including quotes. */
  readonly names: readonly string[];
}

/** Finds the clause by the tokens alone, also in queries that the parser does not take. Undefined where there is none. */
export function withClause(sql: string): WithClause | undefined {
  const tokens = sqlTokens(sql).tokens.filter(({ kind }) => kind !== 'comment');
  if (!isKeyword(tokens[0], 'WITH')) return undefined;
  const names: string[] = [];
  let index = isKeyword(tokens[1], 'RECURSIVE') ? 2 : 1;
  for (;;) {
    const [name, as, opening] = tokens.slice(index, index + 3);
    if (!name || !isKeyword(as, 'AS') || opening?.text !== '(') return undefined;
    names.push(name.text);
    const closing = closingBracket(tokens, index + 2);
    const last = tokens[closing];
    if (!last) return undefined;
    if (tokens[closing + 1]?.text !== ',') {
      return { text: sql.slice(0, offsetAt(sql, advance(last, last.text))), names };
    }
    index = closing + 2;
  }
}
