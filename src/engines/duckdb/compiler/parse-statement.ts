import { type QueryNode } from '../../../googlesql/ast/expression-node.js';
import { parseTree } from '../../../googlesql/parser/parse-query.js';
import { readQuery } from '../../../googlesql/parser/queries/read-query.js';
import { readExpression } from '../../../googlesql/parser/read-expression.js';
import { SyntaxNode } from '../../../googlesql/parser/syntax-node.js';
import { UnparsedQuery } from '../../../googlesql/parser/unparsed-query.js';
import { errorAt, unsupportedAt } from './dialect-error.js';

/**
 * Parses one statement.
 *
 * @throws DialectError for what is no query, and for what the embedded engine does not know
 */
export function parseStatement(sql: string): QueryNode {
  return read(() => readQuery(new SyntaxNode(parseTree(sql)), readExpression));
}

/** What GoogleSQL's own readers make of something, with what they refuse as the compiler refuses it. */
export function read<T>(reader: () => T): T {
  try {
    return reader();
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    throw error.isOurLimit ? unsupportedAt(error.problem, error.message) : errorAt(error.problem, error.message);
  }
}
