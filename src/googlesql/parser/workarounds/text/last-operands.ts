import type { UnknownNode } from 'bq2cst';
import { closingBracket } from '../../../tokens/closing-bracket.js';
import { childOf, childrenOf, withChildren } from '../../cst-children.js';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { keywordAt, type WorkaroundRule } from './rule.js';
import { setOperationAt } from './set-operations.js';

/** `SELECT … UNION ALL (SELECT …) ORDER BY x`: the parser has no ORDER BY and no LIMIT behind such a bracket. */
export const lastOperands: WorkaroundRule = (tokens, index) => {
  if (tokens[index - 1]?.text === '|>' || setOperationAt(tokens, index) !== index) return undefined;
  const operand = operandOf(tokens, index);
  if (tokens[operand]?.text !== '(') return undefined;
  const closing = closingBracket(tokens, operand);
  if (closing < 0 || !/^(ORDER|LIMIT)$/.test(keywordAt(tokens, closing + 1))) return undefined;
  return { edits: [{ token: operand, insertion: { text: 'SELECT 1 FROM ', unwrap } }] };
};

/** Behind `UNION ALL`, `UNION ALL BY NAME ON (…)`, `UNION ALL STRICT CORRESPONDING BY (…)`. */
function operandOf(tokens: readonly SqlToken[], operation: number): number {
  let index = operation + 2;
  while (/^(BY|NAME|ON|STRICT|CORRESPONDING)$/.test(keywordAt(tokens, index))) {
    const isList = /^(ON|BY)$/.test(keywordAt(tokens, index)) && tokens[index + 1]?.text === '(';
    index = isList ? closingBracket(tokens, index + 1) + 1 : index + 1;
  }
  return index;
}

function unwrap(select: UnknownNode): UnknownNode | undefined {
  const { from, orderby, limit } = childrenOf(select);
  const query = from && 'Node' in from ? childOf(from.Node, 'expr') : undefined;
  const isPlain = Object.keys(childrenOf(select)).every((name) => /^(exprs|from|orderby|limit)$/.test(name));
  if (!isPlain || query?.node_type !== 'GroupedStatement') return undefined;
  return withChildren(query, { ...childrenOf(query), ...(orderby && { orderby }), ...(limit && { limit }) });
}
