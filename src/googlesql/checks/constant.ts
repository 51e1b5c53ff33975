import { partsOf, type TreeNode } from '../ast/parts.js';
import { CLOCK_NAMES } from '../functions/catalogue.js';

/** Words that stand as names where a function takes a part of a date or time. */
const DATE_PARTS = new Set([
  ...['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'DAYOFWEEK', 'DAYOFYEAR', 'DATE', 'TIME'],
  ...['WEEK', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR', 'DATETIME'],
  ...['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'],
]);

/** Whether an expression has one value for the whole run. Literals, parameters, the clock and functions of them have; a subquery has not. */
export function isConstant(node: TreeNode): boolean {
  if (node.type === 'Query' || node.type === 'Star' || node.type === 'StarItem') return false;
  if (node.type !== 'Name') return partsOf(node).every(isConstant);
  const word = node.text.toUpperCase();
  return DATE_PARTS.has(word) || CLOCK_NAMES.has(word);
}
