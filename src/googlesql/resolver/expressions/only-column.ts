import { type TextPosition } from '../../tokens/text-position.js';
import { errorAt } from '../dialect-error.js';

/** Complaints about a query within an expression that has several columns, by its use. */
const MESSAGES = {
  ARRAY: 'the subquery of ARRAY must return one column; write SELECT AS STRUCT for several',
  IN: 'the subquery of IN must return one column; write SELECT AS STRUCT for several',
  LIKE: 'the subquery of LIKE must return one column',
  value: 'a subquery in an expression must return one column',
};

/** The one column that a query within an expression has. */
export function onlyColumn<Column>(columns: readonly Column[], node: TextPosition, use: keyof typeof MESSAGES): Column {
  const [column, second] = columns;
  if (!column || second) throw errorAt(node, MESSAGES[use]);
  return column;
}
