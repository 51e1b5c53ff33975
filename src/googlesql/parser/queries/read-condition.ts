import { type ConditionNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { childOf, expectOnly } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';

/** `ON condition`, and so WHERE, HAVING and QUALIFY. */
export function readCondition(clause: SyntaxNode, read: ExpressionReader): ConditionNode {
  expectOnly(clause, 'expr');
  return { ...writtenAt(clause), condition: read(childOf(clause, 'expr')) };
}
