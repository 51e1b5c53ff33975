import { callsIn } from '../../../../googlesql/resolver/aggregation.js';
import { type ExpressionNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { isRandom } from '../sql-tree/folds.js';
import { RANDOM_NAMES } from '../../../../googlesql/functions/catalogue.js';

/**
 * Refuses RAND() in a SELECT list if the same SELECT may name the column elsewhere: there the expression is written once more, and would be
 * another number.
 */
export function refuseRepeatedRandom(
  { groupBy, having, qualify, orderBy }: SelectNode,
  items: readonly { readonly node: TextPosition; readonly expression: Expression }[],
): void {
  const clause = groupBy ?? having ?? qualify ?? orderBy;
  const item = clause && items.find(({ expression }) => isRandom(expression.sql));
  if (item) throw unsupportedAt(item.node, 'a random column beside GROUP BY, HAVING, QUALIFY or ORDER BY');
}

/** Refuses RAND() in the argument of an aggregate or window function: DuckDB makes one of two calls that are written alike. */
export function refuseRandom(argument: ExpressionNode, name: string): void {
  const [call] = callsIn(argument, ...RANDOM_NAMES);
  if (call) throw unsupportedAt(call, `${call.name} inside ${name}; name it in a subquery in FROM, which`);
}
