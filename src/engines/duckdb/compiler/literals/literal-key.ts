import { type CstNode } from '../cst.js';

const LITERALS = ['StringLiteral', 'BooleanLiteral', 'NullLiteral', 'NumericLiteral'];

/** A literal as a key of ORDER BY or GROUP BY is the same in every row. A whole number is the position of a column where there are positions. */
export function refuseLiteralKey(key: CstNode): void {
  if (isLiteral(key)) {
    throw key.error('a literal is the same in every row; write an expression over columns');
  }
}

/** Types that are written out, as in DATE '2026-01-01', make no literal of it. */
function isLiteral(node: CstNode): boolean {
  if (node.type === 'GroupedExpr') return isLiteral(node.need('expr'));
  if (node.type === 'UnaryOperator') return /^[-+]$/.test(node.keyword) && isLiteral(node.need('right'));
  return LITERALS.includes(node.type);
}

/** `(2)` is `2`. */
export function withoutBrackets(key: CstNode): CstNode {
  return key.type === 'GroupedExpr' ? withoutBrackets(key.need('expr')) : key;
}
