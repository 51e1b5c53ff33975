import { type ExpressionNode, type WrittenNode } from '../../ast/nodes.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt } from '../dialect-error.js';
import { isNumber, refuseLiteralKey, withoutBrackets } from '../literal-key.js';
import { type ColumnPlace, outputColumn } from '../output-column.js';
import { type RangeVariable, type Rows } from '../names/rows.js';
import { type StarColumn, wholeColumns } from '../names/star.js';

/** A column of all rows that have come through a pipe; for an UNNEST the element, as long as that remains one. */
export interface WholeColumn<V extends TypedValue> extends StarColumn<V> {
  readonly node: ColumnPlace;
}

export function columnsOfAll<V extends TypedValue>(rows: Rows<V>, node: WrittenNode): WholeColumn<V>[] {
  return wholeColumns(rows, node).map((column) => ({ node, ...column }));
}

/** All columns of rows as those of a query. `FROM UNNEST(array)` makes a value table as SELECT AS VALUE does. */
export function answerOf<V extends TypedValue>(
  rows: Rows<V>,
  node: WrittenNode,
): { readonly columns: readonly WholeColumn<V>[]; readonly isValueTable: boolean } {
  const value = rowValueOf(rows);
  if (value) return { columns: [{ name: rows.variables[0]?.name, node, expression: value }], isValueTable: true };
  const columns = columnsOfAll(rows, node);
  if (columns.length === 0) throw errorAt(node, 'this pipe has no columns');
  return { columns, isValueTable: false };
}

/** The value that a row is. */
function rowValueOf<V extends TypedValue>({ variables, merged }: Rows<V>): V | undefined {
  const [variable, second] = variables;
  return second || merged.length > 0 || variable?.columns.length !== 0 ? undefined : variable.value;
}

/** The column that a number in ORDER BY stands for. */
export function numberedColumn<V extends TypedValue>(key: ExpressionNode, rows: Rows<V>): V | undefined {
  if (isNumber(withoutBrackets(key))) return outputColumn(key, wholeColumns(rows, key))?.expression;
  refuseLiteralKey(key);
  return undefined;
}

/** Whether each column of rows is there once, under the name of a FROM item that it belongs to. */
export function isPlain({ variables, merged }: Rows): boolean {
  return merged.length === 0 && !variables.some(({ replaced }) => replaced);
}

/**
 * Names of FROM items that have been forgotten. In GoogleSQL they still have their columns. Here nothing is behind these any more, so that
 * using one is an error, and never means an item of a query around this one.
 */
export function forgotten<V extends TypedValue>({ variables }: Rows<V>): RangeVariable<V>[] {
  return variables.flatMap(({ name, value }) =>
    name === undefined || value ? [] : [{ name, columns: [], isForgotten: true }],
  );
}
