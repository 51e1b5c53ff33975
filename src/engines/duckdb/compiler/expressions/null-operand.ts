import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';

/** Operators that may have a literal NULL beside them; IS has it as its own right side. */
const TAKE_NULL: ReadonlySet<string> = new Set(['AND', 'OR', 'IS', '<<', '>>']);

/** Remedies, except for a NULL of some type. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['=', 'write x IS NULL'],
  ['!=', 'write x IS NOT NULL'],
  ['<>', 'write x IS NOT NULL'],
  ['NOT', 'write CAST(NULL AS BOOL)'],
  ['LIKE', 'write CAST(NULL AS STRING)'],
  ['||', 'write CAST(NULL AS STRING), for example'],
]);

/** Refuses `1 + NULL` and `x = NULL`, as GoogleSQL does; the latter is never TRUE. Only literals count. */
export function refuseNullOperand(operator: string, ...operands: readonly ExpressionNode[]): void {
  if (TAKE_NULL.has(operator)) return;
  const literal = operands.find(isNullLiteral);
  if (!literal) return;
  const remedy = REMEDIES.get(operator) ?? 'write CAST(NULL AS INT64), for example';
  throw errorAt(literal, `an operand of "${operator}" cannot be the literal NULL; ${remedy}`);
}

function isNullLiteral(node: ExpressionNode): boolean {
  return node.type === 'Brackets' ? isNullLiteral(node.inner) : node.type === 'Null';
}
