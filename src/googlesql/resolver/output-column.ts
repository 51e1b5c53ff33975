import { type ExpressionNode } from '../ast/nodes.js';
import { byName } from '../tokens/by-name.js';
import { type TextPosition } from '../tokens/text-position.js';
import { type DialectError, errorAt } from './dialect-error.js';
import { isNumber, refuseLiteralKey, withoutBrackets } from './literal-key.js';

/** Most columns of a query that is read in FROM, and of a PIVOT; BigQuery's tables have no more either. */
export const MAX_COLUMNS = 10_000;

/** Place of a column in the text: an item of the SELECT list, an operator of a pipe. */
export interface ColumnPlace extends TextPosition {
  readonly alias?: TextPosition | undefined;
}

/** The place of the output column that `2` or `name` means in ORDER BY and GROUP BY, if any. */
export function outputPlace(
  key: ExpressionNode,
  columns: readonly { readonly name: string | undefined }[],
): number | undefined {
  const number = withoutBrackets(key);
  if (isNumber(number)) {
    const place = /^\d+$/.test(number.text) ? Number(number.text) - 1 : -1;
    if (columns[place]) return place;
    throw errorAt(key, `there is no column ${number.text}; the answer has ${columns.length}`);
  }
  refuseLiteralKey(key);
  if (key.type !== 'Name') return undefined;
  const [column, second] = byName(columns, key.name);
  if (second) throw errorAt(key, `"${key.text}" is ambiguous: two columns of the answer have this name`);
  return column && columns.indexOf(column);
}

/** The error of a second column of an answer with the name of another one. */
export function twinColumn(node: ColumnPlace, name: string): DialectError {
  return errorAt(node.alias ?? node, `two columns of the answer are named "${name}"; give one another name with AS`);
}
