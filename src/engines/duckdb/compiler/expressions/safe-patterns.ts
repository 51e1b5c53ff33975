import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { writtenText } from '../literals/literals.js';

/** Syntax of RE2 that JavaScript writes in another way. */
const FLAGS = /\(\?[imsU-]+(?=\))|(?<=\(\?)(?:[imsU-]+(?=:)|P(?=<))/g;

/**
 * Whether this may be a pattern that RE2 cannot read. DuckDB reads constant patterns when it plans a query, and refuses the query for an
 * unreadable one even where its error should become NULL.
 */
export function isDoubtfulPattern(node: ExpressionNode): boolean {
  const literal = writtenText(node);
  if (literal === undefined) return false;
  try {
    new RegExp(literal.replace(FLAGS, (flags) => (flags.startsWith('(') ? '(' : '')));
    return false;
  } catch {
    return true;
  }
}
