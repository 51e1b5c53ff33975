import { CLOCK_NAMES } from '../functions/catalogue.js';
import type { SyntaxNode } from '../parser/syntax-node.js';

/** Words that stand as names where a function takes a part of a date or time. */
export const DATE_PARTS = new Set([
  ...['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'DAYOFWEEK', 'DAYOFYEAR', 'DATE', 'TIME'],
  ...['WEEK', 'ISOWEEK', 'MONTH', 'QUARTER', 'YEAR', 'ISOYEAR', 'DATETIME'],
  ...['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'],
]);

const QUERIES = new Set(['SelectStatement', 'SetOperator', 'GroupedStatement', 'PipeStatement', 'FromStatement']);

export function isQuery({ type }: SyntaxNode): boolean {
  return QUERIES.has(type);
}

/** Has an expression one value for the whole run? Literals, parameters, the clock and functions of them have; a subquery has not. */
export function isConstant(node: SyntaxNode): boolean {
  if (isQuery(node) || node.type === 'Asterisk') return false;
  if (node.type === 'Identifier') return DATE_PARTS.has(node.keyword) || CLOCK_NAMES.has(node.keyword);
  if (node.type === 'Type') return true;
  const named = node.type === 'DotOperator' ? 'right' : 'func';
  return node
    .childNames()
    .filter((name) => name !== named && name !== 'as' && name !== 'alias')
    .every((name) => [node.child(name) ?? node.list(name)].flat().every(isConstant));
}
