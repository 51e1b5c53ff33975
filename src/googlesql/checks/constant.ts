import { partsOf, type TreeNode } from '../ast/parts.js';
import { CLOCK_NAMES } from '../functions/catalogue.js';
import { DATE_PARTS } from './constant-expression.js';

/** Has an expression one value for the whole run? Literals, parameters, the clock and functions of them have; a subquery has not. */
export function isConstant(node: TreeNode): boolean {
  if (node.type === 'Query' || node.type === 'Star' || node.type === 'StarItem') return false;
  if (node.type !== 'Name') return partsOf(node).every(isConstant);
  const word = node.text.toUpperCase();
  return DATE_PARTS.has(word) || CLOCK_NAMES.has(word);
}
