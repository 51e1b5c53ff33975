import { type WithClauseNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly } from '../node-refusals.js';
import { readName } from '../read-name.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readQueryNode } from './read-query-node.js';

/** `WITH name AS (…), …`, in front of a query or in a pipe. */
export function readWith(clause: SyntaxNode, read: ExpressionReader): WithClauseNode {
  expectOnly(clause, 'queries', 'recursive');
  const queries = clause.list('queries').map((node) => {
    expectOnly(node, 'as', 'stmt');
    return { ...writtenAt(node), name: readName(node), query: readQueryNode(childOf(node, 'stmt'), read) };
  });
  if (queries.length === 0) throw badSyntax(clause, 'WITH needs a query: name AS (…)');
  return { ...writtenAt(clause), isRecursive: clause.has('recursive'), queries };
}
