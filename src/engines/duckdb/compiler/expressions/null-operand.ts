import { type CstNode } from '../cst.js';

/** Operators that a NULL written out may stand beside; IS has it as its own right side. */
const TAKE_NULL: ReadonlySet<string> = new Set(['AND', 'OR', 'IS', '<<', '>>']);

/** What to write instead, where it is not a NULL of some type. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['=', 'write x IS NULL'],
  ['!=', 'write x IS NOT NULL'],
  ['<>', 'write x IS NOT NULL'],
  ['NOT', 'write CAST(NULL AS BOOL)'],
  ['LIKE', 'write CAST(NULL AS STRING)'],
  ['||', 'write CAST(NULL AS STRING), for example'],
]);

/** GoogleSQL refuses `1 + NULL` and `x = NULL`, which is never TRUE; a NULL that is not written out is none of these. */
export function refuseNullOperand(node: CstNode): void {
  if (TAKE_NULL.has(node.keyword) || node.has('quantifier')) return;
  const literal = [node.child('left'), node.child('right')].find((side) => side && isNullLiteral(side));
  if (!literal) return;
  const remedy = REMEDIES.get(node.keyword) ?? 'write CAST(NULL AS INT64), for example';
  throw literal.error(`an operand of "${node.keyword}" cannot be the literal NULL; ${remedy}`);
}

function isNullLiteral(node: CstNode): boolean {
  return node.type === 'GroupedExpr' ? isNullLiteral(node.need('expr')) : node.type === 'NullLiteral';
}
