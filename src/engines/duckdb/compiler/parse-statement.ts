import { type QueryNode } from '../../../googlesql/ast/nodes.js';
import { parse } from '../../../googlesql/grammar/parse.js';
import { UnparsedQuery } from '../../../googlesql/grammar/refusals/refusals.js';
import { errorAt, unsupportedAt } from './dialect-error.js';

/**
 * Parses one statement.
 *
 * @throws DialectError for text that is no query, or that the embedded engine does not know
 */
export function parseStatement(sql: string): QueryNode {
  try {
    return parse(sql);
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    throw error.isOurLimit ? unsupportedAt(error.problem, error.message) : errorAt(error.problem, error.message);
  }
}
