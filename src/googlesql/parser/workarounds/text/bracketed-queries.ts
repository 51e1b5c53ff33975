import { closingBracket } from '../../../tokens/closing-bracket.js';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { keywordAt, type WorkaroundRule } from './rule.js';
import { setOperationAt } from './set-operations.js';

/**
 * `(FROM t |> …)` and `((SELECT …) UNION ALL …)`: in an expression the parser takes for a query only what begins with
 * SELECT or WITH.
 */
export const bracketedQueries: WorkaroundRule = (tokens, index) => {
  if (tokens[index - 1]?.text !== '(' || !beginsQuery(tokens, index)) return undefined;
  return { edits: [{ token: index, insertion: { text: 'WITH _ AS (SELECT 1) ' } }] };
};

function beginsQuery(tokens: readonly SqlToken[], index: number): boolean {
  if (keywordAt(tokens, index) === 'FROM') return true;
  if (tokens[index]?.text !== '(') return false;
  const closing = closingBracket(tokens, index);
  return closing > 0 && (tokens[closing + 1]?.text === '|>' || setOperationAt(tokens, closing + 1) !== undefined);
}
