import { type ExpressionNode } from '../ast/nodes.js';
import { errorAt } from './dialect-error.js';

/** Types of literals without a sign or a type in front. */
export const LITERALS: ReadonlySet<ExpressionNode['type']> = new Set<ExpressionNode['type']>([
  ...(['String', 'Bytes', 'Boolean', 'Null', 'Integer', 'Float'] as const),
]);

/**
 * Refuses a literal as a key of ORDER BY or GROUP BY, where it is the same in every row. A whole number is the position of a column where
 * there are positions.
 */
export function refuseLiteralKey(key: ExpressionNode): void {
  if (isLiteral(key)) {
    throw errorAt(key, 'a literal is the same in every row; write an expression over columns');
  }
}

/** Whether a key is a literal; one with its type, as in DATE '2026-01-01', is none here. */
function isLiteral(node: ExpressionNode): boolean {
  if (node.type === 'Brackets') return isLiteral(node.inner);
  if (node.type === 'Prefix') return /^[-+]$/.test(node.operator) && isLiteral(node.operand);
  return LITERALS.has(node.type);
}

export function isNumber({ type }: ExpressionNode): boolean {
  return type === 'Integer' || type === 'Float';
}

/** `(2)` is `2`. */
export function withoutBrackets(key: ExpressionNode): ExpressionNode {
  return key.type === 'Brackets' ? withoutBrackets(key.inner) : key;
}
