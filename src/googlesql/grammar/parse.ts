import { type QueryNode } from '../ast/expression-node.js';
import { UnparsedQuery } from '../parser/unparsed-query.js';
import { sqlTokens } from '../tokens/sql-tokens.js';
import { positionAt } from '../tokens/text-position.js';
import { readExpression, readOperation } from './expressions.js';
import { readQuery } from './queries.js';
import { type GrammarRules, TokenReader } from './token-reader.js';

const HALF_OF_CHARACTER = 'syntax error: this is half of a Unicode character; leave it out';

const RULES: GrammarRules = { expression: readExpression, operand: readOperation, query: readQuery };

/**
 * The tree of one query.
 *
 * @throws UnparsedQuery
 */
export function parse(sql: string): QueryNode {
  const { tokens: all, problem } = sqlTokens(sql);
  if (problem) throw new UnparsedQuery(problem);
  const half = all.find(({ text }) => !text.isWellFormed());
  if (half) {
    const { line, column } = half;
    throw new UnparsedQuery({ line, column, message: HALF_OF_CHARACTER });
  }
  const tokens = new TokenReader(
    all.filter(({ kind }) => kind !== 'comment'),
    positionAt(sql, sql.length),
    RULES,
  );
  if (tokens.isAtEnd) throw new UnparsedQuery({ line: 1, column: 1, message: 'the query is empty; write one SELECT' });
  const query = tokens.query();
  tokens.takeIf(';');
  tokens.expectEnd();
  return query;
}
