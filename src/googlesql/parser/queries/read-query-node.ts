import { type QueryNode } from '../../ast/expression-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { unknownSyntax } from '../node-refusals.js';
import { type SyntaxNode } from '../syntax-node.js';

/** A query within another one; what stands `around` it, such as its alias, is read by others. */
export function readQueryNode(node: SyntaxNode, read: ExpressionReader, around: readonly string[] = []): QueryNode {
  const query = read(node, around);
  if (query.type !== 'Query') throw unknownSyntax(node, `"${node.text}"`);
  return query;
}
